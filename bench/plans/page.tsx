/** The page with one plan as its picture, from an Instance as the cluster has it: changed, read and drawn anew each time. */
import { useMemo, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { IntlProvider } from 'use-intl';
import { PlanPicture } from '#components/declarative/plan-picture.tsx';
import type { KubeObject } from '#lib/k8s/object.ts';
import { instanceView } from '#lib/kudo/views/instance-view.ts';
import { en } from '#messages/en.ts';
import { measured, type Spent } from '../forms/harness.ts';

export interface Plans {
  /** Mounts a plan of so many phases with so many steps each; milliseconds until it is painted. */
  readonly mount: (phases: number, steps: number) => Promise<Spent>;
  /** Changes one step after the other, so many times, fifty a second; milliseconds of work in each frame meanwhile. */
  readonly change: (times: number) => Promise<readonly number[]>;
}

declare global {
  interface Window {
    plans: Plans;
  }
}

const EVERY_MS = 20;

const STATES = ['PENDING', 'IN_PROGRESS', 'COMPLETE'] as const;

interface Shape {
  readonly phases: number;
  readonly steps: number;
}

function names({ phases, steps }: Shape): { name: string; steps: { name: string; tasks: string[] }[] }[] {
  return Array.from({ length: phases }, (_phase, phase) => ({
    name: `phase-${String(phase)}`,
    strategy: 'parallel',
    steps: Array.from({ length: steps }, (_step, step) => ({
      name: `step-${String(phase)}-${String(step)}`,
      tasks: [`task-${String(step)}`],
    })),
  }));
}

function versionOf(shape: Shape): KubeObject {
  return {
    ...{ apiVersion: 'kudo.dev/v1beta1', kind: 'OperatorVersion', metadata: { name: 'large-1' } },
    spec: { plans: { deploy: { strategy: 'serial', phases: names(shape) } } },
  };
}

/** After so many changes: each goes to the next step, round and round. */
function instanceOf(shape: Shape, changes: number): KubeObject {
  const total = shape.phases * shape.steps;
  const phases = names(shape).map(({ name, steps }, phase) => ({
    name,
    status: 'IN_PROGRESS',
    steps: steps.map((step, index) => {
      const place = phase * shape.steps + index;
      const seen = Math.floor((changes + total - 1 - place) / total);
      const status = STATES[seen % STATES.length] ?? 'PENDING';
      const message =
        status === 'IN_PROGRESS' ? `Deployment "${step.name}" waits for 1 of 2 pods` : undefined;
      return { name: step.name, status, ...(message === undefined ? {} : { message }) };
    }),
  }));
  return {
    ...{ apiVersion: 'kudo.dev/v1beta1', kind: 'Instance', metadata: { namespace: 'large', name: 'one' } },
    spec: { operatorVersion: { name: 'large-1' }, planExecution: { planName: 'deploy' } },
    status: { planStatus: { deploy: { name: 'deploy', status: 'IN_PROGRESS', phases } } },
  };
}

let changeTo: (changes: number) => void = () => undefined;
let changes = 0;

function Page({ shape }: { readonly shape: Shape }): ReactNode {
  const [count, setCount] = useState(0);
  changeTo = setCount;
  const version = useMemo(() => versionOf(shape), [shape]);
  const [plan] = instanceView(instanceOf(shape, count), version).plans;
  return plan === undefined ? null : <PlanPicture plan={plan} />;
}

window.plans = {
  mount: (phases, steps) => {
    const main = document.createElement('main');
    document.body.replaceChildren(main);
    changes = 0;
    return measured(() => {
      const root = createRoot(main);
      flushSync(() => {
        root.render(
          <IntlProvider locale="en" messages={en} timeZone="UTC">
            <Page shape={{ phases, steps }} />
          </IntlProvider>,
        );
      });
    });
  },
  change: async (times) => {
    const frames = watchFrames();
    const end = changes + times;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        const start = performance.now();
        changes += 1;
        flushSync(() => changeTo(changes));
        frames.add(performance.now() - start);
        if (changes < end) return;
        clearInterval(timer);
        resolve();
      }, EVERY_MS);
    });
    return frames.stop();
  },
};

interface Frames {
  /** Script that the next frame draws the outcome of. */
  readonly add: (ms: number) => void;
  readonly stop: () => readonly number[];
}

/** What each frame takes of the main thread: scripts before it, and from its callbacks until it is handed over. */
function watchFrames(): Frames {
  const spent: number[] = [];
  const { port1, port2 } = new MessageChannel();
  let [before, meanwhile, start, on] = [0, 0, 0, true];
  // A message is heard when the frame that it was sent in is done; a script that runs before that is drawn by the next one.
  port1.onmessage = () => {
    spent.push(before + performance.now() - start - meanwhile);
    [before, meanwhile, start] = [meanwhile, 0, 0];
    if (on) requestAnimationFrame(frame);
  };
  const frame = (): void => {
    start = performance.now();
    port2.postMessage(undefined);
  };
  requestAnimationFrame(frame);
  return {
    add: (ms) => {
      if (start === 0) before += ms;
      else meanwhile += ms;
    },
    stop: () => {
      on = false;
      return spent;
    },
  };
}
