import type { Metadata } from 'next';
import type { ComponentType, ReactNode } from 'react';
import { decoded } from '#components/shell/route-params.ts';
import { pageText } from './text.ts';

/** The namespace and name of an object, as the address has them: `/…/[namespace]/[name]`. */
interface ObjectParams {
  readonly params: Promise<{ namespace: string; name: string }>;
}

/** `generateMetadata` of a page of one object: its name, or a text with it. */
export function objectTitle(text?: 'editSource' | 'installation' | 'uninstall') {
  return async ({ params }: ObjectParams): Promise<Metadata> => {
    const name = decoded((await params).name);
    return { title: text === undefined ? name : (await pageText())(text, { name }) };
  };
}

/** A page of one object: `View` of what the address names. */
export function objectPage(View: ComponentType<{ readonly namespace: string; readonly name: string }>) {
  return async function Page({ params }: ObjectParams): Promise<ReactNode> {
    const { namespace, name } = await params;
    return <View namespace={decoded(namespace)} name={decoded(name)} />;
  };
}
