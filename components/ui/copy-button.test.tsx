import { expect, it, onTestFinished, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { CopyButton } from './copy-button.tsx';

function clipboard(writeText: (text: string) => Promise<void>): void {
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

it('copies the whole text', () => {
  const writeText = vi.fn(() => Promise.resolve());
  clipboard(writeText);
  rendered(<CopyButton text={'a\nb'} label="Copy it" />)
    .one('button', 'Copy it')
    .fire('onClick');
  expect(writeText).toHaveBeenCalledWith('a\nb');
});

it('is no error where the browser refuses', async () => {
  const refused = Promise.reject(new Error('not secure'));
  clipboard(() => refused);
  rendered(<CopyButton text="a" />)
    .one('button', 'Copy')
    .fire('onClick');
  await expect(refused).rejects.toThrow('not secure');
});
