/** Thread entry of the planner: started by the controller, does one job after the other, and asks for what it is not told. */
import { parentPort } from 'node:worker_threads';
import type { FromThread, PlannerAnswer, ToThread } from './messages.ts';
import { work } from './work.ts';

let answered: ((answer: PlannerAnswer) => void) | undefined;

const say = (message: FromThread): void => parentPort?.postMessage(message);

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'answer') {
    answered?.(message.answer);
    return;
  }
  const asking = work(message.job, (question) => {
    const answer = new Promise<PlannerAnswer>((resolve) => (answered = resolve));
    say({ kind: 'question', question });
    return answer;
  });
  asking.then(
    (result) => say({ kind: 'result', result }),
    (error: unknown) => say({ kind: 'failed', why: error instanceof Error ? error.message : String(error) }),
  );
});
