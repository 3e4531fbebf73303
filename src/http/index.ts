/** What all that speaks HTTP here has in common. For Node. */
export { checkedHeaders, parseHeaders } from './headers.js';
export { retryAfter } from './retry-after.js';
