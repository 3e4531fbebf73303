// What needs Node's file system: the package's `node` entry point takes it from here.
export { makeFolder, writeFileAtomically } from './atomic-file.js';
export { EventStreamSink, type EventStreamSinkOptions } from './event-stream-sink.js';
export { FileContentStore, type FileContentStoreOptions } from './file-content-store.js';
export { FileJournal, type FileJournalOptions } from './file-journal.js';
export { FileSink, type FileSinkOptions } from './file-sink.js';
export { HttpSink, type HttpSinkOptions, type HttpSinkStats } from './http-sink.js';
export { startFromEnvironment } from './start.js';
