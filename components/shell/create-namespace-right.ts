/** What creating a namespace takes; apart from its dialog, which is loaded when it is opened. */
export const CREATE_NAMESPACE = [{ verb: 'create', group: '', resource: 'namespaces' }];
