/** Where and how calls are asked: made from the protocol by `npm run generate`, for call-route.ts. */
export const FORM_PREFIX = '/contract/app/';
export const FOLDERS = {
  'identity': '/bb/app/user/',
  'kyc': '/bb/app/kyc/',
  'notices': '/bb/app/index/',
  'market': '/bb/app/huobi/',
  'parameters': '/bb/app/paramter/',
  'seconds-contract': '/contract/app/contract/',
  'wallet': '/bb/app/wallet/',
  'spot': '/bb/app/spot/',
} as const;
export const UNUSUAL_PATHS = {
  'identity/update-password': '/bb/app/user/updatePwd',
  'identity/forget-password': '/bb/app/user/forgetPwd',
  'identity/set-fund-password': '/bb/app/user/setTransactionPwd',
  'notices/get-count': '/bb/app/index/getNoticeCount',
  'notices/get-page': '/bb/app/index/getNoticePage',
  'notices/get-detail': '/bb/app/index/getNoticeDetail',
  'notices/read-all': '/bb/app/index/readAllNotices',
  'notices/get-latest': '/bb/app/index/getLatestNotices',
  'market/get-depth': '/bb/app/huobi/getHuobiContractDepthV2',
  'market/get-details-by-quote-coin': '/bb/app/huobi/getHuobiDetailsByQuoteCoin',
  'market/get-pairs': '/bb/app/market/getPairs',
  'market/get-ticks': '/bb/app/market/getTicks',
  'parameters/get-param': '/bb/app/paramter/getParamListByKeyName',
  'parameters/get-contract-config': '/bb/app/paramter/contractconfig',
  'seconds-contract/open-position': '/contract/app/contract/createOrder',
  'seconds-contract/get-position': '/contract/app/contract/getOrder',
  'seconds-contract/get-record': '/contract/app/contract/getContractRecord',
  'wallet/transfer': '/contract/app/contract/transfer',
} as const;
export const KINDS = {
  'kyc/upload-photo': 'upload',
  'parameters/get-param': 'get',
  'parameters/get-contract-config': 'get',
  'seconds-contract/open-position': 'money',
  'wallet/transfer': 'money',
  'spot/place-order': 'money',
  'spot/place-oco': 'money',
  'spot/amend-order': 'money',
  'spot/cancel-order': 'money',
  'spot/cancel-all': 'money',
} as const;
