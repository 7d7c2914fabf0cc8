import { describe, expect, it } from 'vitest';
import type { PlanView } from '#lib/kudo/views/instance-view.ts';
import { rendered } from '#local/testing/components/rendered.tsx';
import { PlanPicture } from './plan-picture.tsx';

const STATES = ['COMPLETE', 'IN_PROGRESS', 'PENDING'] as const;

function planOf(count: number): PlanView {
  const steps = Array.from({ length: count }, (_step, index) => ({
    name: `step-${String(index)}`,
    status: STATES[index % STATES.length] ?? 'PENDING',
    ...(index === 1 ? { message: 'Deployment "web" waits for 1 of 2 pods' } : {}),
    tasks: [`task-${String(index)}`],
  }));
  const shape = { status: 'IN_PROGRESS', parallel: false } as const;
  return { ...shape, name: 'deploy', phases: [{ ...shape, name: 'main', steps }], done: 0, total: count };
}

describe('the picture of a plan', () => {
  // From 51 steps on they are drawn in another way, which must not say less.
  it.each([3, 60])(
    'says of each of %i steps its name, its status, what it waits for and its tasks',
    (count) => {
      const steps = rendered(<PlanPicture plan={planOf(count)} />)
        .all('li')
        .filter(({ name }) => name.startsWith('step-'));
      expect(steps).toHaveLength(count);
      expect(steps[0]?.name).toMatch(/^step-0\W*Complete\W*Tasks: task-0$/);
      expect(steps[1]?.name).toMatch(
        /^step-1\W*In progress\W*Deployment "web" waits for 1 of 2 pods\W*Tasks: task-1$/,
      );
      expect(steps[2]?.name).toMatch(/^step-2\W*Pending\W*Tasks: task-2$/);
    },
  );

  it.each([3, 60])('says of a package with %i steps no status: nothing of it runs', (count) => {
    const { html } = rendered(<PlanPicture plan={planOf(count)} still />);
    expect(html).toContain('step-2');
    expect(html).not.toMatch(/Complete|In progress|Pending/);
  });

  it('draws no icon for each of many steps, as painting hundreds takes most of a frame', () => {
    const icons = (count: number): number =>
      rendered(<PlanPicture plan={planOf(count)} />).html.split('<svg').length - 1;
    expect(icons(3)).toBeGreaterThanOrEqual(3);
    expect(icons(60)).toBe(1);
  });
});
