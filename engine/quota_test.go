package engine

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Usage is added up with real quantities; what no evaluator knows is counted.
func TestQuotaAddsUpUsage(t *testing.T) {
	pod := func(name, phase, cpu, memory string) Manifest {
		return Manifest{"apiVersion": "v1", "kind": "Pod", "metadata": map[string]any{"name": name, "namespace": "shop"}, "status": map[string]any{"phase": phase},
			"spec": map[string]any{"containers": []any{
				map[string]any{"name": "a", "resources": map[string]any{"requests": map[string]any{"cpu": cpu}, "limits": map[string]any{"memory": memory}}},
				map[string]any{"name": "b", "resources": map[string]any{"requests": map[string]any{"cpu": 1}}},
			}}}
	}
	handlers := []HandlerConfig{{Name: "main", Controller: "quota"}}
	w, err := New(Config{
		Server: ServerConfig{Objects: []Manifest{
			pod("a", "Running", "500m", "1Gi"), pod("b", "Pending", "0.25", "512Mi"), pod("done", "Succeeded", "7", "7Gi"),
			{"apiVersion": "v1", "kind": "Service", "metadata": map[string]any{"name": "web", "namespace": "shop"},
				"spec": map[string]any{"type": "NodePort", "ports": []any{map[string]any{"port": 80}, map[string]any{"port": 443}}}},
			{"apiVersion": "v1", "kind": "ResourceQuota", "metadata": map[string]any{"name": "limits", "namespace": "shop"}, "spec": map[string]any{"hard": map[string]any{
				"pods": "10", "cpu": "4", "requests.cpu": "4", "limits.memory": "8Gi", "services": "2", "services.nodeports": "3", "services.loadbalancers": "1", "count/services": "9", "secrets": "1"}}},
		}},
		Workqueues: []WorkqueueConfig{{Name: "primary"}, {Name: "missing"}, {Name: "changes"}},
		Informers: []InformerConfig{{Name: "quotas", Resource: "resourcequotas", Handlers: handlers}, {Name: "pods", Resource: "pods", Handlers: handlers},
			{Name: "services", Resource: "services", Handlers: handlers}},
		Controllers: []ControllerConfig{{Name: "quota", Queue: "primary", Queues: []string{"missing", "changes"}, Informer: "quotas", Informers: []string{"pods", "services"}, Reconcile: ReconcileQuota}},
	})
	require.NoError(t, err)
	for w.StepUntil(time.Second) != nil {
	}
	ref, err := w.Server.ParseRef("resourcequotas/shop/limits")
	require.NoError(t, err)
	quota, err := w.Server.Get(ref, "")
	require.NoError(t, err)
	assert.Equal(t, map[string]any{
		"pods": "2", "cpu": "2750m", "requests.cpu": "2750m", "limits.memory": "1536Mi", "services": "1", "services.nodeports": "2", "services.loadbalancers": "0", "count/services": "1",
	}, mapAt(quota, "status", "used"), "nobody watches secrets")
}
