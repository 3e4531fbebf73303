/** What needs Node: writing vCons to files and streams of events, and sending them. */
export {
  EventStreamSink,
  type EventStreamSinkOptions,
  FileSink,
  type FileSinkOptions,
  HttpSink,
  type HttpSinkOptions,
  type HttpSinkStats,
} from './processor/node/index.js';
