/** The line over this browser's network, timers and dice. Works in a page and in a worker. */
import { ApiError } from './api-error.ts';
import { apiFetch } from './http.ts';
import { createLine, type LineUser, type StreamLine } from './stream-line.ts';

export function browserLine(user: LineUser): StreamLine {
  const line = createLine(
    {
      open: async (request, signal) => {
        const response = await apiFetch('/api/stream', {
          method: 'POST',
          body: request,
          accept: 'text/event-stream',
          signal,
        });
        if (response.body === null)
          throw new ApiError({ kind: 'network', status: 0, message: 'The stream is empty.' });
        return response.body;
      },
      setTimer: (ms, fire) => {
        const timer = setTimeout(fire, ms);
        return () => clearTimeout(timer);
      },
      random: Math.random,
    },
    user,
  );
  // A network that goes takes the stream with it without a word, and one that comes may be another. A console on this
  // machine stays reachable meanwhile: so both mean only that it is time to look.
  const look = (): void => line.retry();
  self.addEventListener('online', look);
  self.addEventListener('offline', look);
  return {
    changed: () => line.changed(),
    retry: look,
    stop: () => {
      self.removeEventListener('online', look);
      self.removeEventListener('offline', look);
      line.stop();
    },
  };
}
