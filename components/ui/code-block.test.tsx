import { describe, expect, it } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { CodeBlock, YamlView } from './code-block.tsx';

describe('a block of code', () => {
  it('is named, can be reached to scroll it, and copied', () => {
    const { one } = rendered(<CodeBlock text="kubectl get pods" label="Command" />);
    expect(one('pre', 'Command').props['tabIndex']).toBe(0);
    expect(one('button', 'Copy Command')).toBeDefined();
    expect(one('code').name).toBe('kubectl get pods');
  });
});

describe('YAML to read', () => {
  const text = "# about\nspec:\n  - name: 'a: b'\n    url: http://x\n";

  it('shows the text as it is, whatever it is coloured', () => {
    const { html } = rendered(<YamlView text={text} />);
    const code = /<code>(.*)<\/code>/s.exec(html)?.[1] ?? '';
    const shown = code.replaceAll(/<!-- -->|<[^>]*>/g, '').replaceAll('&#x27;', "'");
    expect(shown).toBe(`${text}\n`);
    expect(code).toMatch(/<span class="text-accent">name<\/span>/);
    expect(code).toMatch(/<span class="text-faint"># about<\/span>/);
  });

  it('is not coloured when it is huge', () => {
    const { html } = rendered(<YamlView text={'a: b\n'.repeat(2_001)} />);
    expect(html).not.toContain('text-accent');
  });
});
