/** What needs Node: writing vCons to files and streams of events, sending them, keeping a journal, and replaying them as traces. */
export {
  EventStreamSink,
  type EventStreamSinkOptions,
  FileContentStore,
  type FileContentStoreOptions,
  FileJournal,
  type FileJournalOptions,
  FileSink,
  type FileSinkOptions,
  HttpSink,
  type HttpSinkOptions,
  type HttpSinkStats,
} from './processor/node/index.js';
export {
  type Answer,
  type Clock,
  type ExporterOptions,
  type ExporterSettings,
  exporterSettings,
  type Post,
  type SendOptions,
  type SendSummary,
  sendTraces,
} from './replay/sending/index.js';
