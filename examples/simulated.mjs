// A clock and ids that are the same in every run.

/** A clock that only moves when it is told to. */
export function simulatedClock(start) {
  let millis = Date.parse(start);
  return {
    now: () => new Date(millis),
    pass: (milliseconds) => {
      millis += milliseconds;
    },
  };
}

/** An id generator of the OpenTelemetry SDK that counts. */
export function simulatedIds() {
  let traces = 0;
  let spans = 0;
  const hex = (number, digits) => number.toString(16).padStart(digits, '0');
  return {
    generateTraceId: () => `5ca1ab1e${hex(++traces, 24)}`,
    generateSpanId: () => `a9e27000${hex(++spans, 8)}`,
  };
}
