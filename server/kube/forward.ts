/**
 * Hands an answer of the API server to a sink piece by piece, on the HTTP client's own callbacks: neither a promise, nor
 * a stream, nor an abort signal stands between. Renews the credentials once when they are refused, as `send` does.
 */
import type { Dispatcher } from 'undici';
import type { CredentialProvider, Credentials } from './credentials.ts';
import type { KubeError } from './errors.ts';
import type { AnswerSink, Forwarding } from './types.ts';

/** How one answer is fetched. */
export interface Route {
  credentials: CredentialProvider;
  /** The body can be sent a second time. */
  mayRepeat: boolean;
  dispatch(using: Credentials, handler: Dispatcher.DispatchHandler): void;
  /** What the sink is told of a failure. */
  toError(error: unknown): KubeError;
}

/** One for all, since making an error records the stack; nobody looks into it. */
const cancelled = new Error('The answer is not wanted any more.');

/** Dispatches at once. Failures come to the sink, as what `toError` makes of them; nothing is thrown. */
export function forward(sink: AnswerSink, route: Route): Forwarding {
  const forwarding = new Delivery(sink, route);
  forwarding.start();
  return forwarding;
}

class Delivery implements Forwarding {
  readonly #sink: AnswerSink;
  readonly #route: Route;
  #controller: Dispatcher.DispatchController | undefined;
  #repeated = false;
  #over = false;

  constructor(sink: AnswerSink, route: Route) {
    this.#sink = sink;
    this.#route = route;
  }

  start(): void {
    this.#route.credentials.get().then(
      (using) => this.#attempt(using),
      (error: unknown) => this.#fail(error),
    );
  }

  pause(): void {
    this.#controller?.pause();
  }

  resume(): void {
    this.#controller?.resume();
  }

  cancel(): void {
    if (this.#over) return;
    this.#over = true;
    this.#controller?.abort(cancelled);
  }

  #attempt(using: Credentials): void {
    if (this.#over) return;
    let isRefused = false;
    this.#route.dispatch(using, {
      onRequestStart: (controller) => {
        this.#controller = controller;
        if (this.#over) controller.abort(cancelled);
      },
      onResponseStart: (controller, status, headers) => {
        // Informational answers precede the real one.
        if (status < 200 || this.#over) return;
        if (status === 401 && this.#mayRenew(using)) {
          isRefused = true;
          controller.pause();
          this.#renew(using, () => {
            isRefused = false;
            this.#sink.onHead(status, headers);
            controller.resume();
          });
          return;
        }
        this.#sink.onHead(status, headers);
      },
      onResponseData: (_controller, chunk) => {
        if (!this.#over && !isRefused) this.#sink.onData(chunk);
      },
      onResponseEnd: () => {
        if (this.#over || isRefused) return;
        this.#over = true;
        this.#sink.onEnd();
      },
      onResponseError: (_controller, error) => {
        if (!isRefused) this.#fail(error);
      },
    });
  }

  #mayRenew(refused: Credentials): boolean {
    return !this.#repeated && this.#route.credentials.invalidate(refused) && this.#route.mayRepeat;
  }

  /** Asks again with other credentials; without any, the refusal is the answer. */
  #renew(refused: Credentials, keep: () => void): void {
    this.#repeated = true;
    const held = this.#controller;
    this.#route.credentials.get().then(
      (second) => {
        if (this.#over) return;
        if (second === refused) {
          keep();
          return;
        }
        held?.abort(cancelled);
        this.#attempt(second);
      },
      (error: unknown) => {
        held?.abort(cancelled);
        this.#fail(error);
      },
    );
  }

  #fail(error: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.#sink.onError(this.#route.toError(error));
  }
}
