{{- define "capstan.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* Of every object. */}}
{{- define "capstan.labels" -}}
app.kubernetes.io/part-of: capstan
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
{{- end }}

{{/* PodSecurity "restricted". */}}
{{- define "capstan.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "capstan.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Where pods go; takes the name of the part and its values. */}}
{{- define "capstan.placement" -}}
{{- $at := index . 1 -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector: { matchLabels: { app.kubernetes.io/name: {{ index $ 0 }} } }
  {{- end }}
{{- with $at.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $at.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $at.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $at.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Of who installs declarative operators: an Instance runs no more than its author may do. Where authors are trusted instead, whoever
     writes one has all rights, and so nobody gets this from a role of ours. */}}
{{- define "capstan.declarativeRights" -}}
{{- if and .Values.controller.kudo (not (has "--kudo-trust-authors" .Values.controller.args)) -}}
- apiGroups: [kudo.dev]
  resources: [instances, operators, operatorversions]
  verbs: [get, list, watch, create, update, patch, delete]
{{- end }}
{{- end }}
