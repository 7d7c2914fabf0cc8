import { pino, type Logger } from 'pino';

/** JSON lines on stderr: stdout is for the person who started the console. */
export function createLog(): Logger {
  return pino(
    {
      name: 'capstan-web',
      level: process.env['LOG_LEVEL'] ?? 'info',
      redact: {
        paths: ['*.authorization', '*.cookie', '*.token', '*.headers', 'err.request'],
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
