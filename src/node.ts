/** What needs Node: writing vCons to files. */
export { FileSink, type FileSinkOptions } from './processor/node/index.js';
