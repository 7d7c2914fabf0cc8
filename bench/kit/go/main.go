// The controller of bench/kit with controller-runtime, as its users write one: an Echo says in its status what its spec says.
// Each change that it answers is a line of output: name, value, and when it was begun and done, in microseconds of unix time.
package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type said struct {
	Value string `json:"value,omitempty"`
	Text  string `json:"text,omitempty"`
}

type echo struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              said `json:"spec,omitempty"`
	Status            said `json:"status,omitempty"`
}

type echoList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []echo `json:"items"`
}

func (e *echo) DeepCopyObject() runtime.Object {
	copied := *e
	e.ObjectMeta.DeepCopyInto(&copied.ObjectMeta)
	return &copied
}

func (l *echoList) DeepCopyObject() runtime.Object {
	copied := *l
	l.ListMeta.DeepCopyInto(&copied.ListMeta)
	copied.Items = make([]echo, len(l.Items))
	for i := range l.Items {
		copied.Items[i] = *l.Items[i].DeepCopyObject().(*echo)
	}
	return &copied
}

type reconciler struct {
	client.Client
	wanted int
	mutex  sync.Mutex
	known  map[types.NamespacedName]bool
}

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var found echo
	if err := r.Get(ctx, request.NamespacedName, &found); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	r.count(request.NamespacedName)
	if found.Status.Value == found.Spec.Value {
		return ctrl.Result{}, nil
	}
	begun := time.Now().UnixMicro()
	patch := fmt.Sprintf(`{"status":{"value":%q}}`, found.Spec.Value)
	err := r.Status().Patch(ctx, &found, client.RawPatch(types.MergePatchType, []byte(patch)))
	if err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	fmt.Printf("answered %s %s %d %d\n", found.Name, found.Spec.Value, begun, time.Now().UnixMicro())
	return ctrl.Result{}, nil
}

func (r *reconciler) count(name types.NamespacedName) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.known == nil {
		return
	}
	r.known[name] = true
	if len(r.known) == r.wanted {
		r.known = nil
		fmt.Println("known")
	}
}

func main() {
	wanted, err := strconv.Atoi(os.Args[1])
	utilruntime.Must(err)
	ctrl.SetLogger(logr.Discard())
	config := ctrl.GetConfigOrDie()
	// As ours: the API server's own priority and fairness decides.
	config.QPS = -1
	scheme := runtime.NewScheme()
	version := schema.GroupVersion{Group: "bench.capstan.dev", Version: "v1"}
	scheme.AddKnownTypeWithName(version.WithKind("Echo"), &echo{})
	scheme.AddKnownTypeWithName(version.WithKind("EchoList"), &echoList{})
	metav1.AddToGroupVersion(scheme, version)
	manager, err := ctrl.NewManager(config, ctrl.Options{Scheme: scheme, Metrics: server.Options{BindAddress: "0"}})
	utilruntime.Must(err)
	work := &reconciler{Client: manager.GetClient(), wanted: wanted, known: map[types.NamespacedName]bool{}}
	err = ctrl.NewControllerManagedBy(manager).
		For(&echo{}).
		WithOptions(controller.Options{MaxConcurrentReconciles: 4}).
		Complete(work)
	utilruntime.Must(err)
	utilruntime.Must(manager.Start(ctrl.SetupSignalHandler()))
}
