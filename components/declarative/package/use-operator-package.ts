'use client';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { apiJson } from '#components/data/http.ts';
import { useApi, type ApiResult } from '#components/data/use-api.ts';
import type { ChildOperator } from '#lib/kudo/api/task.ts';
import type { OperatorDetail, OperatorFiles } from '#lib/kudo/repository/answers.ts';
import { versionKey, type RepositoryVersion } from '#lib/kudo/repository/repository-index.ts';
import type { PackageReading } from '#lib/kudo/views/package-view.ts';
import type { PackageFiles } from '#lib/kudo/package/files.ts';
import { urls, type PackageRef } from '#lib/urls.ts';
import type { Readers } from './readers.ts';

export interface OperatorPackage {
  readonly at: PackageRef;
  readonly versions: readonly RepositoryVersion[];
  /** The one that is shown. */
  readonly version: RepositoryVersion;
}

export type PackageContent =
  | { readonly state: 'loading' }
  /** In words for people. */
  | { readonly state: 'absent'; readonly why: string }
  | { readonly state: 'ready'; readonly files: PackageFiles; readonly reading: PackageReading };

/** What the repository says of the operator. */
export function useOperatorDetail(at: PackageRef): ApiResult<OperatorDetail> {
  return useApi<OperatorDetail>(urls.api.operatorPackage(at));
}

/** The version that the address names, else the newest; undefined where there is none. */
export function useVersion({ versions }: OperatorDetail): RepositoryVersion | undefined {
  const asked = useSearchParams().get('version');
  return versions.find((version) => versionKey(version) === asked) ?? versions[0];
}

/** A version in words: its own number, and that of the application where it has one. */
export function useVersionLabel(): (
  version: Pick<RepositoryVersion, 'operatorVersion' | 'appVersion'>,
) => string {
  const t = useTranslations('operator-packages');
  return ({ operatorVersion, appVersion }) =>
    appVersion === undefined
      ? operatorVersion
      : t('versionOfApp', { version: operatorVersion, app: appVersion });
}

/** Reading packages takes templates and YAML as KUDO has them, which no page carries from the start. */
const loadReaders = async (): Promise<Readers> => (await import('./readers.ts')).readers;

/** The files of the version, read. */
export function usePackageContent(at: PackageRef, version: RepositoryVersion): PackageContent {
  const sent = useApi<OperatorFiles>(urls.api.operatorPackage(at, versionKey(version)));
  const tools = useQuery({ queryKey: ['package-readers'], queryFn: loadReaders, staleTime: Infinity });
  return useMemo((): PackageContent => {
    if (sent.state === 'error' || sent.state === 'forbidden')
      return { state: 'absent', why: sent.error.message };
    if (tools.error !== null) return { state: 'absent', why: tools.error.message };
    if (sent.data === undefined || tools.data === undefined) return { state: 'loading' };
    if ('problem' in sent.data) return { state: 'absent', why: sent.data.problem };
    const files = tools.data.receivedFiles(sent.data.files);
    return { state: 'ready', files, reading: tools.data.packageReading(files) };
  }, [sent.state, sent.error, sent.data, tools.error, tools.data]);
}

/** The files of another operator of the repository, or why they cannot be had. Rejects when nobody answers. */
export async function filesOfOperator(
  at: PackageRef,
  { operatorVersion, appVersion }: Pick<ChildOperator, 'operatorVersion' | 'appVersion'>,
): Promise<PackageFiles | string> {
  const { chooseVersion, receivedFiles } = await loadReaders();
  const detail = (await apiJson(urls.api.operatorPackage(at), {})) as OperatorDetail;
  const choice = chooseVersion(new Map([[detail.name, detail.versions]]), {
    ...{ name: detail.name, operatorVersion, appVersion },
  });
  if ('problem' in choice) return choice.problem;
  const sent = (await apiJson(urls.api.operatorPackage(at, versionKey(choice.version)), {})) as OperatorFiles;
  return 'problem' in sent ? sent.problem : receivedFiles(sent.files);
}
