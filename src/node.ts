/** What needs Node: writing vCons to files and streams of events, sending them, and replaying them as traces. */
export {
  EventStreamSink,
  type EventStreamSinkOptions,
  FileSink,
  type FileSinkOptions,
  HttpSink,
  type HttpSinkOptions,
  type HttpSinkStats,
} from './processor/node/index.js';
export {
  type ExporterOptions,
  type ExporterSettings,
  exporterSettings,
  type SendOptions,
  type SendSummary,
  sendTraces,
} from './replay/sending/index.js';
