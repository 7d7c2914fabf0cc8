import { describe, expect, it, vi } from 'vitest';
import { rendered } from '#local/testing/components/rendered.tsx';
import { Button, LinkButton } from './button.tsx';

describe('a button', () => {
  it('does not submit the form around it unless it is told to', () => {
    expect(rendered(<Button>Add</Button>).one('button', 'Add').props['type']).toBe('button');
    expect(rendered(<Button type="submit">Add</Button>).one('button', 'Add').props['type']).toBe('submit');
  });

  it('does what it is for', () => {
    const press = vi.fn();
    expect(
      rendered(<Button onClick={press}>Add</Button>)
        .one('button', 'Add')
        .fire('onClick'),
    ).toBe(false);
    expect(press).toHaveBeenCalledOnce();
  });

  it.each([{ busy: true }, { disabledReason: 'Give it a name first.' }])('does nothing while %o', (why) => {
    const press = vi.fn();
    const button = rendered(
      <Button {...why} type="submit" onClick={press}>
        Add
      </Button>,
    ).one('button');
    // Nor does it submit.
    expect(button.fire('onClick')).toBe(true);
    expect(press).not.toHaveBeenCalled();
    expect(button.props).toMatchObject({ 'aria-disabled': true });
    // It can be reached, so that the reason can be read.
    expect(button.props).not.toHaveProperty('disabled');
  });

  it('says that it is busy', () => {
    expect(rendered(<Button busy>Add</Button>).one('button', 'Add').props['aria-busy']).toBe(true);
    expect(rendered(<Button>Add</Button>).one('button', 'Add').props['aria-busy']).toBeUndefined();
  });

  it('is described by the reason against it', () => {
    const { one, all } = rendered(<Button disabledReason="Give it a name first.">Add</Button>);
    const reason = all('span').find(({ props }) => props['id'] === one('button').props['aria-describedby']);
    expect(reason?.name).toBe('Give it a name first.');
  });

  it('has a panel behind it where there is more to know about the reason', () => {
    const { one, html } = rendered(
      <Button disabledReason="Not now." explanation="because of this">
        Add
      </Button>,
    );
    expect(one('button', 'Add').props).toMatchObject({ 'aria-haspopup': 'dialog', 'aria-expanded': false });
    expect(html).not.toContain('because of this');
  });
});

describe('a link that looks like a button', () => {
  it('goes somewhere', () => {
    expect(rendered(<LinkButton href="/catalog">Catalog</LinkButton>).html).toMatch(
      /<a[^>]*href="\/catalog"/,
    );
  });

  it('goes nowhere with a reason against it', () => {
    const { html, one } = rendered(
      <LinkButton href="/catalog" disabledReason="No right to it.">
        Catalog
      </LinkButton>,
    );
    expect(html).not.toContain('<a');
    expect(one('button', 'Catalog').props['aria-disabled']).toBe(true);
  });
});
