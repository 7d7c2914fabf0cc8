import { renderToString } from 'react-dom/server';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { withMessages } from '#messages/testing/with-messages.tsx';
import { Badge, StatusBadge } from './badge.tsx';
import { Button, LinkButton } from './button.tsx';
import { Card, FactList } from './card.tsx';
import { Checkbox, RadioGroup, Switch } from './choices.tsx';
import { CodeBlock, YamlView } from './code-block.tsx';
import { ConfirmDialog, Dialog } from './layers/dialog.tsx';
import { Field } from './field.tsx';
import { FilterList } from './table/filter-list.tsx';
import { NumberInput, SearchInput, Select, TextArea, TextInput } from './inputs.tsx';
import { Menu } from './layers/menu.tsx';
import { MiddleTruncate } from './middle-truncate.tsx';
import { Notice } from './notice.tsx';
import { PageHeader } from './page-header.tsx';
import { Popover } from './layers/popover.tsx';
import { RelativeTime } from './relative-time.tsx';
import { RichText } from './rich-text.tsx';
import { SkeletonRows, SkeletonText } from './skeleton.tsx';
import { EmptyState, ErrorState, ForbiddenState } from './states.tsx';
import { Table } from './table/table.tsx';
import { TabLinks, Tabs } from './tabs.tsx';
import { ToastProvider } from './layers/toast.tsx';
import { Tooltip } from './layers/tooltip.tsx';

const nothing = (): undefined => undefined;
const asked = async (): Promise<void> => Promise.resolve();

const parts: Record<string, ReactNode> = {
  badges: [
    <Badge key="a">a</Badge>,
    <StatusBadge key="b" tone="good">
      b
    </StatusBadge>,
  ],
  buttons: [
    <Button key="a" busy disabledReason="not now">
      a
    </Button>,
    <LinkButton key="b" href="/x" variant="primary">
      b
    </LinkButton>,
  ],
  card: (
    <Card title="a" description="b">
      <FactList facts={[{ label: 'a', value: 'b' }]} />
    </Card>
  ),
  choices: [
    <Switch key="a" checked onChange={nothing} label="a" />,
    <Checkbox key="b" checked onChange={nothing} label="b" />,
    <RadioGroup
      key="c"
      legend="c"
      value="x"
      onChange={nothing}
      options={[
        { value: 'x', label: 'x' },
        { value: 'y', label: 'y', disabledReason: 'no' },
      ]}
    />,
  ],
  code: [<CodeBlock key="a" text="a" label="a" />, <YamlView key="b" text={'a: b\n# c'} />],
  dialogs: [
    <Dialog key="a" open onOpenChange={nothing} title="a" />,
    <ConfirmDialog key="b" open={false} onOpenChange={nothing} title="b" action="b" onConfirm={asked} />,
  ],
  fields: (
    <Field label="a" help="b" error="c" required>
      <TextInput value="a" onChange={nothing} />
      <TextArea value="a" onChange={nothing} />
      <NumberInput value="1" onChange={nothing} />
      <SearchInput value="a" onChange={nothing} label="a" />
      <Select value="a" onChange={nothing} options={[{ value: 'a', label: 'a' }]} />
    </Field>
  ),
  lists: (
    <FilterList
      label="a"
      options={[{ value: 'a', label: 'a' }]}
      value="a"
      onSelect={nothing}
      empty={() => 'none'}
    />
  ),
  popups: [
    <Menu key="a" items={[{ label: 'a', onSelect: nothing }]} />,
    <Popover key="b" open={false} onOpenChange={nothing} label="b" trigger={<Button>b</Button>}>
      b
    </Popover>,
    <Tooltip key="c" content="c">
      <Button>c</Button>
    </Tooltip>,
    <ToastProvider key="d">d</ToastProvider>,
  ],
  states: [
    <EmptyState key="a" title="a" />,
    <ErrorState key="b" message="b" />,
    <ForbiddenState key="c" right={{ verb: 'list', resource: 'pods', namespace: 'x' }} />,
    <SkeletonRows key="d" />,
    <SkeletonText key="e" />,
    <Notice key="f" tone="bad" title="f">
      f
    </Notice>,
  ],
  tables: (
    <Table
      caption="a"
      columns={[{ id: 'a', header: 'a', cell: (row: string) => row }]}
      rows={['x']}
      rowKey={(row) => row}
    />
  ),
  tabs: [
    <Tabs key="a" label="a" value="x" onChange={nothing} items={[{ id: 'x', label: 'x', content: 'x' }]} />,
    <TabLinks key="b" label="b" current="x" items={[{ id: 'x', label: 'x', href: '/x' }]} />,
  ],
  text: [
    <PageHeader key="a" title="a" breadcrumbs={[{ label: 'a', href: '/' }, { label: 'b' }]} />,
    <MiddleTruncate key="b" text="a-long-name-that-is-cut-in-the-middle" />,
    <RelativeTime key="c" at="2026-01-01T00:00:00Z" />,
    <RichText key="d" blocks={[{ kind: 'paragraph', children: [{ kind: 'text', text: 'd' }] }]} />,
  ],
};

it.each(Object.entries(parts))('%s: server-rendered markup carries no style', (_name, part) => {
  // Popups render nothing on the server: a frame keeps the markup from being empty.
  const html = renderToString(withMessages(<main>{part}</main>));
  expect(html).not.toMatch(/\sstyle=|<style/);
});

it('says why a button is closed, to those who cannot hover too', () => {
  const html = renderToString(withMessages(<Button disabledReason="Give it a name first.">Create</Button>));
  expect(html).toContain('aria-disabled="true"');
  expect(html).toContain('Give it a name first.');
});
