{{/* Of a controller that installs with the rights of accounts alone (value controller.scope: namespaces). */}}
{{- define "capstan.rightsForNamespaces" }}
# What the controller may do itself. It installs with tokens of accounts that OperatorGroups name; what bundles bring is written
# with their rights. Neither `escalate` nor `bind`, and no wildcards: what it can give are the rights below (docs/security.md).
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: capstan-controller
  labels: {{- include "capstan.labels" . | nindent 4 }}
rules:
  # Directories that it is given as catalogs, it offers and takes back; those of others it reads.
  - apiGroups: [operators.coreos.com]
    resources: [catalogsources]
    verbs: [list, watch, create, patch, delete]
  # What people ask for: notes in their metadata.
  - apiGroups: [operators.coreos.com]
    resources: [subscriptions]
    verbs: [get, list, watch, patch]
  # Plans: made, noted on, and removed when they are replaced. Operators are made with the rights of accounts.
  - apiGroups: [operators.coreos.com]
    resources: [installplans]
    verbs: [get, list, watch, create, patch, delete]
  - apiGroups: [operators.coreos.com]
    resources: [clusterserviceversions]
    verbs: [get, list, watch, patch, delete]
  # What operators say about themselves. It gives them the right to, so it has that right.
  - apiGroups: [operators.coreos.com]
    resources: [operatorconditions]
    verbs: [get, list, watch, create, update, patch, delete]
  # Which namespaces an operator is for: only read, but for the annotation that tells what is offered there.
  - apiGroups: [operators.coreos.com]
    resources: [operatorgroups]
    verbs: [list, watch, patch]
  # Of the whole cluster, and only read.
  - apiGroups: [operators.coreos.com]
    resources: [olmconfigs, operators]
    verbs: [list, watch]
  # Status is written here and nowhere else.
  - apiGroups: [operators.coreos.com]
    resources:
      - catalogsources/status
      - clusterserviceversions/status
      - installplans/status
      - operatorconditions/status
      - operatorgroups/status
      - subscriptions/status
    verbs: [update]
  # Its own definitions, and those that bundles bring, which belong to the whole cluster. They are never deleted.
  - apiGroups: [apiextensions.k8s.io]
    resources: [customresourcedefinitions]
    verbs: [get, list, watch, create, update, patch]
  # Its own namespace, and the labels of OperatorGroups on theirs.
  - apiGroups: [""]
    resources: [namespaces]
    verbs: [get, list, watch, patch]
  # What operators consist of: followed, and taken away when they go, by when their account may have gone.
  - apiGroups: [apps]
    resources: [deployments]
    verbs: [list, watch, delete]
  - apiGroups: [""]
    resources: [configmaps]
    verbs: [get, list, watch, patch, delete]
  - apiGroups: [""]
    resources: [serviceaccounts]
    verbs: [list, watch, delete]
  - apiGroups: [""]
    resources: [services]
    verbs: [list, watch, delete]
  - apiGroups: [policy]
    resources: [poddisruptionbudgets]
    verbs: [list, delete]
  - apiGroups: [rbac.authorization.k8s.io]
    resources: [clusterrolebindings, clusterroles]
    verbs: [list, watch, delete]
  # Made here are those by which operators write their OperatorCondition.
  - apiGroups: [rbac.authorization.k8s.io]
    resources: [rolebindings, roles]
    verbs: [list, watch, create, patch, delete]
  # Webhooks of operators, made with the rights of accounts: one that is left behind would keep everybody from what it is about.
  - apiGroups: [admissionregistration.k8s.io]
    resources: [mutatingwebhookconfigurations, validatingwebhookconfigurations]
    verbs: [list, watch, delete]
  # Events about what it did.
  - apiGroups: [""]
    resources: [events]
    verbs: [create]
  # Whether an OLM of its own rights runs here, and who may ask for package manifests.
  - apiGroups: [authorization.k8s.io]
    resources: [subjectaccessreviews]
    verbs: [create]
  # Aggregated APIs of operators, made with the rights of accounts; and whether that of package manifests is there, of this
  # controller or of another. It takes away what it put there.
  - apiGroups: [apiregistration.k8s.io]
    resources: [apiservices]
    verbs: [get, list, watch, delete]
  {{- if .Values.controller.packageManifests }}
  - apiGroups: [apiregistration.k8s.io]
    resources: [apiservices]
    resourceNames: [v1.packages.operators.coreos.com]
    verbs: [patch]
  - apiGroups: [apiregistration.k8s.io]
    resources: [apiservices]
    verbs: [create]
  {{- end }}
{{- end }}
