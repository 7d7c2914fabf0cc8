/** By which way an API server goes to its cluster's network: through the door of local mode, when one is open. */
import { isMap, isSeq, parseAllDocuments } from 'yaml';

/** Of kube-apiserver, which reads the file once, at its start. */
export const EGRESS_FLAG = 'egress-selector-config-file';

/**
 * What goes to Services of webhooks and aggregated APIs, and to kubelets, goes to this socket instead. Nobody needs to
 * listen there: those calls alone fail then, and say so. Webhooks that are given by a URL are called as ever.
 */
export function egressSelector(door: string): string {
  const connection = { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: door } } };
  return JSON.stringify({
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [{ name: 'cluster', connection }],
  });
}

/** The settings of a cluster that an older Capstan made, with the way for its API server; others as they are. */
export function withEgress(settings: string, file: string): string {
  const flag = `--${EGRESS_FLAG}=`;
  if (settings.includes(flag)) return settings;
  const documents = parseAllDocuments(settings);
  for (const document of documents) {
    const components = document.get('components');
    if (!isSeq(components)) continue;
    for (const component of components.items) {
      if (!isMap(component) || component.get('name') !== 'kube-apiserver') continue;
      const args = component.get('args');
      if (isSeq(args)) args.add(`${flag}${file}`);
    }
  }
  return documents.map(String).join('');
}
