/** The texts of the trading API on the page for programs. */
import type { Language } from '../../http/handler.ts';

export interface ProgramTexts {
  readonly group: string;
  readonly ownGroup: string;
  readonly start: { readonly title: string; readonly lead: string; readonly after: readonly string[] };
  readonly signing: { readonly title: string; readonly points: readonly string[] };
  readonly limits: {
    readonly title: string;
    readonly lead: string;
    readonly heads: readonly string[];
    readonly rows: Readonly<Record<'weightOfMinute' | 'ordersOf10s' | 'ordersOfDay', string>>;
  };
  readonly sockets: {
    readonly title: string;
    readonly points: readonly string[];
    readonly example: string;
    readonly batches: { readonly title: string; readonly points: readonly string[] };
    readonly events: { readonly title: string; readonly lead: string };
    readonly resume: { readonly title: string; readonly points: readonly string[] };
  };
  readonly streams: {
    readonly title: string;
    readonly points: readonly string[];
    readonly heads: readonly string[];
    readonly atOnce: string;
  };
  readonly endpoints: {
    /** `{feature}`: the title of its chapter. */
    readonly title: string;
    readonly anybody: string;
    readonly permission: string;
    readonly weight: string;
    readonly orders: string;
    readonly socket: string;
    readonly errors: string;
  };
  readonly errors: { readonly title: string; readonly lead: string; readonly heads: readonly string[] };
}

export const PROGRAM_TEXTS: Readonly<Record<Language, ProgramTexts>> = {
  en: {
    group: 'Trading API',
    ownGroup: 'Our own calls',
    start: {
      title: 'Start',
      lead: 'The trading API has the shapes of Binance’s spot API: what is written for that works with this address. Each of these buys 0.001 BTC. KEY and SECRET are those of an HMAC key with the permission trade, made at /setting/api; a demo names the files of two keys when it starts.',
      after: [
        'Prices and amounts are decimal text, times milliseconds since 1970. Answers are the data as such, without an envelope.',
        'Nothing is answered before it is on disk.',
        'Typed clients can be generated from `/openapi.json`, and from `/asyncapi.json` for sockets.',
      ],
    },
    signing: {
      title: 'Signing',
      points: [
        'The key goes into the header `X-MBX-APIKEY`. Parameters are in the query, in a form, or in both.',
        'Add `timestamp`, and `recvWindow` if a request may be older than 5,000 ms (at most 60,000). `/api/v3/time` tells our time.',
        'Sign the query and then the form, exactly as you send them and with nothing between them. Send the result as `signature`, the last parameter.',
        'HMAC keys: HMAC-SHA-256, in hex. RSA keys: PKCS #1 v1.5 with SHA-256, in base64. Ed25519 keys: in base64. Base64 is percent-encoded.',
        'Over a socket, sign the parameters sorted by name, as `name=value` joined by `&`, with `apiKey` among them.',
        'A signed text is taken once for what changes something: sent again, also to another call, it is refused (-1022). After a lost answer, look for the order by its `newClientOrderId`.',
      ],
    },
    limits: {
      title: 'Limits',
      lead: 'As this server applies them; `/api/v3/exchangeInfo` gives them to programs, and each answer says in `X-MBX-USED-WEIGHT-1M` what is used. Beyond them requests get HTTP 429, and who goes on gets 418 for two minutes, each time twice as long. Both say in `Retry-After` when to go on.',
      heads: ['What', 'Limit'],
      rows: {
        weightOfMinute: 'Weight of the requests of one network, a minute',
        ordersOf10s: 'New orders of one user, in ten seconds',
        ordersOfDay: 'New orders of one user, a day (UTC)',
      },
    },
    sockets: {
      title: 'Over a socket',
      points: [
        'A WebSocket at `/ws-api/v3`. A message has `id`, `method` and `params`; its answer the same `id`, `status`, and `result` or `error`.',
        'Log on once by `session.logon`, with `apiKey`, `timestamp` and `signature`. Later requests need none of them. `session.status` and `session.logout` tell and end it; it ends with its key too.',
        'Endpoints below name their method. Answers tell what is used of the limits, unless the logon had `returnRateLimits` false.',
      ],
      example:
        '{"id": 1, "method": "order.place", "params": {"symbol": "BTCUSDT", "side": "BUY", "type": "LIMIT", "timeInForce": "GTC", "quantity": "0.001", "price": "50000"}}',
      batches: {
        title: 'Batches',
        points: [
          '`order.batch` takes up to 200 `requests`, each with `method` and `params`: `order.place`, `order.cancel`, `order.cancelReplace`, `order.amend.keepPriority`.',
          'They run in their order and are committed together if they fit into one commit. Each is accepted or refused by itself; the answers come as one list in the same order.',
          'With `answers` "singly" each answer comes when it is on disk, with its `index`, and the last message says how many there were.',
        ],
      },
      events: {
        title: 'Events of the account',
        lead: 'After `userDataStream.subscribe`, as {"subscriptionId", "seq", "event"}. At most ten subscriptions of one connection.',
      },
      resume: {
        title: 'How to go on after a cut',
        points: [
          '`seq` rises by one with each event of the user. Keep the last one that you have seen.',
          'Subscribe again with it as `after`. `isWhole` true: all events since then follow the answer.',
          '`isWhole` false: some are no longer kept. Read the open orders and the account; the events after the `seq` of the answer follow.',
          'The last 2,000 events are kept, for ten minutes after the last connection has gone.',
        ],
      },
    },
    streams: {
      title: 'Market streams',
      points: [
        'At `/ws/<name>`, and at `/stream?streams=<name>/<name>` with the names of streams around the events. `SUBSCRIBE` and `UNSUBSCRIBE` change them.',
        'Symbols are in lower case in names. The server pings every 20 seconds and closes a connection after 24 hours.',
        'A book of your own: subscribe to `<symbol>@depth`, read `/api/v3/depth`, leave out events with `u` up to its `lastUpdateId`, then set each level. `U` is the last `u` + 1; if not, begin again. `cs` is a checksum of the best levels.',
      ],
      heads: ['Name', 'At most', 'Carries'],
      atOnce: 'each commit',
    },
    endpoints: {
      title: 'Endpoints: {feature}',
      anybody: 'everybody',
      permission: 'permission',
      weight: 'weight',
      orders: 'counts as a new order',
      socket: 'socket',
      errors: 'Errors',
    },
    errors: {
      title: 'Error codes',
      lead: 'The body is {"code", "msg", "error", "field"}: code and words are Binance’s where it has some, error is the stable name and tells apart what shares a code, field is the parameter.',
      heads: ['Code', 'HTTP', 'Name', 'Parameter', 'Text'],
    },
  },
  zh: {
    group: '交易 API',
    ownGroup: '自有接口',
    start: {
      title: '开始',
      lead: '交易 API 采用币安币币交易 API 的格式：为其编写的程序换成本地址即可使用。以下每段程序都会买入 0.001 BTC。KEY 和 SECRET 为 HMAC 密钥，须有 trade 权限，在 /setting/api 创建；演示环境启动时会给出两个密钥的文件名。',
      after: [
        '价格和数量为十进制文本，时间为 1970 年以来的毫秒数。返回的就是数据本身，没有外层结构。',
        '写入磁盘之后才会返回。',
        '可由 `/openapi.json` 生成带类型的客户端，WebSocket 则由 `/asyncapi.json` 生成。',
      ],
    },
    signing: {
      title: '签名',
      points: [
        '密钥放在请求头 `X-MBX-APIKEY` 中。参数可放在查询、表单中，或两者皆有。',
        '附上 `timestamp`；如果请求可能晚于 5,000 毫秒，再附上 `recvWindow`（最多 60,000）。`/api/v3/time` 返回服务器时间。',
        '对查询和其后的表单签名，与发送的内容完全一致，中间没有任何字符。结果作为最后一个参数 `signature` 发送。',
        'HMAC 密钥：HMAC-SHA-256，十六进制。RSA 密钥：PKCS #1 v1.5 与 SHA-256，base64。Ed25519 密钥：base64。base64 须百分号编码。',
        '通过 WebSocket 时，对按名称排序的参数签名，格式为 `name=value`，以 `&` 连接，其中包含 `apiKey`。',
        '凡会产生变更的请求，同一份签名内容只接受一次：再次发送会被拒绝（-1022），发往其他接口也一样。没有收到返回时，请用 `newClientOrderId` 查询该委托。',
      ],
    },
    limits: {
      title: '限制',
      lead: '本服务器实际执行的数值；程序可通过 `/api/v3/exchangeInfo` 读取，每次返回以 `X-MBX-USED-WEIGHT-1M` 说明已用的权重。超出后返回 HTTP 429；继续请求则在两分钟内返回 418，每次加倍。两者均以 `Retry-After` 说明何时可以继续。',
      heads: ['项目', '上限'],
      rows: {
        weightOfMinute: '每个网络每分钟请求的权重',
        ordersOf10s: '每个用户十秒内的新委托数',
        ordersOfDay: '每个用户每天（UTC）的新委托数',
      },
    },
    sockets: {
      title: '通过 WebSocket 请求',
      points: [
        'WebSocket 地址为 `/ws-api/v3`。消息包含 `id`、`method` 和 `params`；返回相同的 `id`、`status`，以及 `result` 或 `error`。',
        '用 `session.logon` 登录一次，附上 `apiKey`、`timestamp` 和 `signature`。之后的请求不再需要这些参数。`session.status` 查询，`session.logout` 退出；密钥失效时登录也随之结束。',
        '下列接口注明了各自的 method。返回会说明已用的额度，除非登录时 `returnRateLimits` 为 false。',
      ],
      example:
        '{"id": 1, "method": "order.place", "params": {"symbol": "BTCUSDT", "side": "BUY", "type": "LIMIT", "timeInForce": "GTC", "quantity": "0.001", "price": "50000"}}',
      batches: {
        title: '批量请求',
        points: [
          '`order.batch` 最多包含 200 个 `requests`，每个有 `method` 和 `params`：`order.place`、`order.cancel`、`order.cancelReplace`、`order.amend.keepPriority`。',
          '请求按顺序执行，一次提交容纳得下时一起提交。每个请求各自被接受或拒绝；结果按同样的顺序在一个列表中返回。',
          '`answers` 为 "singly" 时，每个结果写入磁盘后立即返回并带有 `index`，最后一条消息给出总数。',
        ],
      },
      events: {
        title: '账户事件',
        lead: '发送 `userDataStream.subscribe` 之后收到，格式为 {"subscriptionId", "seq", "event"}。每个连接最多十个订阅。',
      },
      resume: {
        title: '断线后如何继续',
        points: [
          '`seq` 随该用户的每个事件加一。请记住收到的最后一个。',
          '重新订阅时以它作为 `after`。`isWhole` 为 true：其后的全部事件会在返回之后发送。',
          '`isWhole` 为 false：部分事件已不再保留。请重新读取当前委托和账户；返回中的 `seq` 之后的事件会继续发送。',
          '保留最近 2,000 个事件，最后一个连接断开后再保留十分钟。',
        ],
      },
    },
    streams: {
      title: '行情推送',
      points: [
        '地址为 `/ws/<name>`；`/stream?streams=<name>/<name>` 会在事件外带上推送的名称。用 `SUBSCRIBE` 和 `UNSUBSCRIBE` 更改订阅。',
        '名称中的交易对为小写。服务器每 20 秒发送 ping，连接 24 小时后关闭。',
        '自行维护订单簿：订阅 `<symbol>@depth`，读取 `/api/v3/depth`，略去 `u` 不大于 `lastUpdateId` 的事件，然后设置每一档。`U` 应为上一个 `u` 加一，否则请重新开始。`cs` 是最优档位的校验和。',
      ],
      heads: ['名称', '最快', '内容'],
      atOnce: '每次提交',
    },
    endpoints: {
      title: '接口：{feature}',
      anybody: '无需密钥',
      permission: '权限',
      weight: '权重',
      orders: '计入新委托数',
      socket: 'WebSocket',
      errors: '错误',
    },
    errors: {
      title: '错误码',
      lead: '返回 {"code", "msg", "error", "field"}：代码和文字在币安有定义时与其一致；error 是固定名称，用于区分相同代码；field 是参数名。',
      heads: ['代码', 'HTTP', '名称', '参数', '提示'],
    },
  },
};
