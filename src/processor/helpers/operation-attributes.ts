import { diag } from '@opentelemetry/api';
import { SPAN_ATTRIBUTES } from './vocabulary.js';

/** What a helper needs of a span to refine it. */
export interface AttributeSpan {
  setAttribute(key: string, value: string | number): unknown;
}

/** What an application knows of the operation that a tool span is about. */
export interface OperationDetails {
  /** Identifies the operation within the vCon (draft section 6.1.2). */
  readonly operationId?: string;
  /** The attempt, an integer from 1 (draft section 6.1.3). */
  readonly attempt?: number;
  /** The server that provides the tool: its URL, else its name, else `!host` (draft section 6.1.8). */
  readonly server?: string;
}

/** Refines an ordinary tool span with what only the application knows. Never throws. */
export function setOperationAttributes(span: AttributeSpan, operation: OperationDetails): void {
  try {
    for (const [name, key] of Object.entries(SPAN_ATTRIBUTES)) {
      const value = operation[name as keyof OperationDetails];
      if (value !== undefined) span.setAttribute(key, value);
    }
  } catch (error) {
    diag.warn('otel-vcon: attributes of a tool span could not be set', error);
  }
}
