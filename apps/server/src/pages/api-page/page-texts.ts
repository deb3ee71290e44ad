/** The texts of the page for programs, apart from what the protocol says itself. */
import type { CHANNELS } from '@glasshouse/protocol/stream';
import type { Language } from '../../http/handler.ts';

type ChannelName = (typeof CHANNELS)[number]['name'];

export interface PageTexts {
  readonly title: string;
  readonly lead: string;
  readonly otherLanguage: string;
  readonly document: string;
  readonly basics: { readonly title: string; readonly points: readonly string[] };
  readonly signIn: {
    readonly title: string;
    readonly steps: readonly string[];
    readonly after: readonly string[];
  };
  readonly lists: { readonly title: string; readonly points: readonly string[] };
  readonly limits: { readonly title: string; readonly lead: string; readonly rateHeads: readonly string[] };
  readonly rates: Readonly<Record<'calls' | 'files' | 'user' | 'connections' | 'streams', string>>;
  readonly counts: Readonly<
    Record<
      | 'atOnceOfOneCaller'
      | 'bodyBytes'
      | 'pageSize'
      | 'channels'
      | 'requestsPerInterval'
      | 'frameBytes'
      | 'streamsOfOneUser'
      | 'streamsOfOneNetwork',
      string
    >
  >;
  readonly stream: {
    readonly title: string;
    readonly points: readonly string[];
    readonly gapTitle: string;
    readonly gap: readonly string[];
    readonly channelHeads: readonly string[];
    readonly channels: Readonly<
      Record<ChannelName, { readonly carries: string; readonly numbers: string; readonly missed: string }>
    > | null;
    readonly sent: string;
    readonly received: string;
  };
  readonly calls: {
    readonly title: string;
    readonly everybody: string;
    readonly user: string;
    readonly operation: string;
    readonly key: string;
    readonly upload: string;
    readonly download: string;
    readonly fields: string;
    readonly noFields: string;
    readonly answer: string;
    readonly noData: string;
    readonly refusals: string;
    readonly heads: readonly string[];
    readonly required: string;
  };
  readonly refusals: { readonly title: string; readonly lead: string; readonly heads: readonly string[] };
}

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    title: 'The API',
    lead: 'Every call, its fields, its answers and its refusals, the channels of the stream, and the limits. This page is made from the schemas by which the server itself checks requests.',
    otherLanguage: '中文',
    document: 'OpenAPI document',
    basics: {
      title: 'Basics',
      points: [
        'Calls are POST requests with a JSON or form-encoded body, unless they say GET. Paths are below the address of this page.',
        'Nearly every reply is HTTP 200 with {"code", "msg", "data"}. Code 1 is success, -2 a session that has ended, any other number a refusal: "error" is its stable name, "field" the field that it is about.',
        'Quotes (/huobi) have "status" beside the code, and some have "tick" instead of "data". The id of a candle is its opening time in seconds.',
        'Amounts and prices are decimal strings; only quotes have them as numbers. Send more than 15 digits as text. Times are milliseconds since 1970, ids are strings.',
        'A field that a call does not have is refused by its name. Empty fields and null count as absent.',
        'Messages are English, or Chinese with the header Accept-Language: zh-CN.',
        'Calls that move money take the header Idempotency-Key: 1 to 64 letters, digits or . _ : -. A repeated request with the same key gets the first answer and does nothing else.',
      ],
    },
    signIn: {
      title: 'Log in',
      steps: [
        'Have a code mailed:',
        'Log in with the code and the password:',
        'Send the token with each call:',
      ],
      after: [
        'With an authenticator bound, login also takes googleCode.',
        'A call without a session, or with one that has ended, is refused with code -2, whose text says for a day why it ended. Log in again then; do not repeat the call.',
      ],
    },
    lists: {
      title: 'Lists',
      points: [
        'Lists that grow take pageNo and pageSize, and give in totalRow and sum how many rows there are.',
        'Better read them by cursor: send the nextCursor of one page as cursor of the next. It stays right while new rows come; null means that no row follows.',
        'startTime and endTime limit a list to what is from startTime on and before endTime.',
        'Deals and candles have no nextCursor: older deals follow with the id of the oldest deal as cursor, older candles with its opening time in milliseconds as endTime.',
      ],
    },
    limits: {
      title: 'Limits',
      lead: 'As this server applies them; getLimits gives them to programs. Each answer says in RateLimit-Policy and RateLimit what is left. Too many requests get HTTP 429, an overload 503, both with Retry-After in seconds.',
      rateHeads: ['Requests', 'At once', 'Per second after that'],
    },
    rates: {
      calls: 'Calls without a session, by network',
      files: 'Pages and files, by network',
      user: 'Calls of a logged-in user',
      connections: 'New connections, by network',
      streams: 'New streams, by network',
    },
    counts: {
      atOnceOfOneCaller: 'Requests of one caller at the same time',
      bodyBytes: 'Bytes of a body',
      pageSize: 'Rows of a page',
      channels: 'Channels of a stream',
      requestsPerInterval:
        'Requests on a stream in {seconds} seconds: frames of any kind, each 256 bytes of them and each channel named in them; auth counts fifty',
      frameBytes: 'Bytes of a frame that a client sends',
      streamsOfOneUser: 'Streams of one user',
      streamsOfOneNetwork: 'Streams of visitors, by network',
    },
    stream: {
      title: 'The stream',
      points: [
        'A WebSocket at /ws. Frames are JSON; several from the server may come joined as one array.',
        'Subscribe to channels by name; each begins with a snapshot. The channel account needs auth with the token first.',
        'The server sends pings and closes a connection that does not answer. It also closes one that reads too slowly: connect again.',
      ],
      gapTitle: 'How to notice a gap',
      gap: [
        'Each frame of a channel has its number seq and that of the frame before it, previous; depth calls them version and from. A snapshot has no previous.',
        'If previous is greater than the number of the last frame that you have, frames are missing: read what you missed by the call of the table, or subscribe again.',
        'A frame whose seq is not greater than what you have brings nothing new.',
        'Numbers go on after a reconnection and a restart of the server, so the snapshot after it also shows whether you missed something. Only the versions of depth begin anew with the server.',
      ],
      channelHeads: ['Channel', 'Carries', 'Its number', 'What was missed'],
      channels: null,
      sent: 'What a client sends',
      received: 'What the server sends',
    },
    calls: {
      title: 'Calls',
      everybody: 'everybody',
      user: 'logged in',
      operation: 'operation',
      key: 'takes Idempotency-Key',
      upload: 'The body is the file; fields come in the query.',
      download: 'A file of comma-separated values, without the envelope; only refusals are JSON.',
      fields: 'Fields',
      noFields: 'No fields.',
      answer: 'Answer',
      noData: 'data is null.',
      refusals: 'Refusals',
      heads: ['Field', 'Type', 'Values'],
      required: 'required',
    },
    refusals: {
      title: 'Refusals',
      lead: 'A final refusal would come again for the same request; after a transient one the same request may succeed. Those with an HTTP status other than 200 concern the transport and can come from any call.',
      heads: ['Name', 'Code', 'HTTP', 'Kind', 'Text'],
    },
  },
  zh: {
    title: 'API 文档',
    lead: '全部接口及其字段、返回与拒绝原因，推送频道，以及各项限制。本页由服务器校验请求所用的同一份结构生成。',
    otherLanguage: 'English',
    document: 'OpenAPI 文档',
    basics: {
      title: '基础',
      points: [
        '除注明 GET 外，接口均为 POST，请求体可为 JSON 或表单。路径以本页所在地址为根。',
        '几乎所有回复都是 HTTP 200，内容为 {"code", "msg", "data"}。code 为 1 表示成功，-2 表示登录已失效，其他数字表示被拒绝：error 是固定名称，field 是相关字段。',
        '行情接口（/huobi）另有 status，其中一些以 tick 代替 data。K 线的 id 是以秒计的开盘时间。',
        '金额和价格是十进制文本，只有行情接口用数字。超过 15 位的数字请以文本发送。时间为 1970 年以来的毫秒数，编号为文本。',
        '接口没有的字段会被按名称拒绝。空字段和 null 视为未填写。',
        '提示默认为英文；请求头 Accept-Language: zh-CN 返回中文。',
        '涉及资金变动的接口接受请求头 Idempotency-Key：1 至 64 位字母、数字或 . _ : -。相同键的重复请求返回第一次的结果，不再执行。',
      ],
    },
    signIn: {
      title: '登录',
      steps: ['请求邮箱验证码：', '用验证码和密码登录：', '之后每次调用都带上 token：'],
      after: [
        '绑定谷歌验证器后，登录还需要 googleCode。',
        '未登录或登录已失效时返回 code -2，一天之内 msg 会说明失效原因。此时请重新登录，不要重复原请求。',
      ],
    },
    lists: {
      title: '列表',
      points: [
        '会增长的列表接受 pageNo 和 pageSize，并以 totalRow 和 sum 给出总行数。',
        '建议用游标读取：把上一页的 nextCursor 作为下一页的 cursor。有新行加入时仍然准确；null 表示没有更多。',
        'startTime 和 endTime 限定时间范围：含 startTime，不含 endTime。',
        '成交和 K 线没有 nextCursor：更早的成交以最早一笔的 id 作为 cursor，更早的 K 线以最早一根的开盘时间（毫秒）作为 endTime。',
      ],
    },
    limits: {
      title: '限制',
      lead: '本服务器实际执行的数值；程序可通过 getLimits 读取。每次回复都以 RateLimit-Policy 和 RateLimit 说明剩余额度。请求过多返回 HTTP 429，服务器繁忙返回 503，均带有以秒计的 Retry-After。',
      rateHeads: ['请求', '一次最多', '之后每秒'],
    },
    rates: {
      calls: '未登录的调用（按网络）',
      files: '页面和文件（按网络）',
      user: '已登录用户的调用',
      connections: '新建连接（按网络）',
      streams: '新建推送连接（按网络）',
    },
    counts: {
      atOnceOfOneCaller: '同一调用方同时进行的请求数',
      bodyBytes: '请求体字节数',
      pageSize: '每页行数',
      channels: '每个推送连接的频道数',
      requestsPerInterval:
        '每个推送连接 {seconds} 秒内的请求数：每帧、每 256 字节及其中每个频道各计一次，auth 计五十次',
      frameBytes: '客户端每帧的字节数',
      streamsOfOneUser: '每个用户的推送连接数',
      streamsOfOneNetwork: '访客的推送连接数（按网络）',
    },
    stream: {
      title: '推送',
      points: [
        'WebSocket 地址为 /ws。每帧为 JSON；服务器可能把多帧合并为一个数组。',
        '按名称订阅频道，每个频道以快照开始。account 频道须先用 token 进行 auth。',
        '服务器会发送 ping，没有回应的连接会被关闭；读取过慢的连接也会被关闭，请重新连接。',
      ],
      gapTitle: '如何发现遗漏',
      gap: [
        '频道的每一帧都带有自己的编号 seq 和前一帧的编号 previous；depth 中称为 version 和 from。快照没有前一帧。',
        '如果 previous 大于你收到的最后一帧的编号，说明有遗漏：用表中的接口补读，或重新订阅。',
        '如果 seq 不大于已有编号，则该帧没有新内容。',
        '重新连接或服务器重启后编号继续，因此之后的快照也能说明是否有遗漏。只有 depth 的版本随服务器重新开始。',
      ],
      channelHeads: ['频道', '内容', '编号', '补读'],
      channels: {
        tickers: {
          carries: '全部交易对的 24 小时行情，之后为有变化的交易对',
          numbers: '最新的公开价格记录',
          missed: '/huobi/getHuobiDetailsByQuoteCoin',
        },
        ticks: {
          carries: '最新的公开价格记录，之后每条一次',
          numbers: '价格记录编号',
          missed: '/market/getTicks，带 from',
        },
        'depth:btcusdt': {
          carries: '买卖双方各最优 60 档，之后为变化',
          numbers: '订单簿版本',
          missed: '/huobi/getHuobiContractDepthV2，或重新订阅',
        },
        'deals:btcusdt': {
          carries: '最近 50 笔成交，之后每笔新成交；最新的在最后',
          numbers: '该交易对最后一笔成交',
          missed: '/huobi/getMarketTrade，带 cursor',
        },
        'kline:btcusdt:1min': {
          carries:
            '当前 K 线，之后为每根变化或新开始的 K 线，从旧到新：包括刚结束的一根的最终状态，以及没有成交的 K 线',
          numbers: '该交易对最后一笔成交；无成交时开始的 K 线会重复同一编号',
          missed: '/huobi/getKline，带 startTime',
        },
        account: {
          carries: 'auth 之后：全部余额、当前委托和持仓；之后 changes 为变化的行，added 为新的成交和流水',
          numbers: '该帧包含的最后一条指令',
          missed: '成交、流水、委托和持仓列表',
        },
        'chat:KEY': {
          carries: '持有该密钥的客服会话有变化，或客服正在输入；没有快照',
          numbers: '该会话的最后一条消息',
          missed: '/support/getMessages，带 after',
        },
      },
      sent: '客户端发送',
      received: '服务器发送',
    },
    calls: {
      title: '接口',
      everybody: '无需登录',
      user: '需登录',
      operation: '操作',
      key: '接受 Idempotency-Key',
      upload: '请求体为文件，字段放在查询参数中。',
      download: '返回 CSV 文件，不带外层结构；只有拒绝时才是 JSON。',
      fields: '字段',
      noFields: '没有字段。',
      answer: '返回',
      noData: 'data 为 null。',
      refusals: '拒绝原因',
      heads: ['字段', '类型', '取值'],
      required: '必填',
    },
    refusals: {
      title: '拒绝原因一览',
      lead: 'final 表示同样的请求会再次被拒绝；transient 表示稍后可能成功。HTTP 状态不是 200 的与传输有关，任何接口都可能返回。',
      heads: ['名称', '代码', 'HTTP', '类别', '提示'],
    },
  },
};
