package engine

import (
	"strings"

	"informerscope/engine/cache"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// The evaluators say how much of a constraint an object uses (kubernetes
// pkg/quota/v1/evaluator/core): Pods their requests and limits, Services by their
// type, everything else is counted.
//
// Simplified: quotas know no scopes, no storage classes, no init or sidecar
// containers, and no overhead.

// counted are the constraints that are older than count/RESOURCE.
var counted = map[string]bool{"pods": true, "services": true, "configmaps": true, "secrets": true, "persistentvolumeclaims": true, "replicationcontrollers": true, "resourcequotas": true}

// evaluates says whether an object of a resource can use a constraint:
// MatchingResources.
func evaluates(resource, constraint string) bool {
	switch {
	case constraint == "count/"+resource, constraint == resource && counted[resource]:
		return true
	case resource == "pods":
		name := strings.TrimPrefix(strings.TrimPrefix(constraint, "requests."), "limits.")
		return name == "cpu" || name == "memory" || name == "ephemeral-storage"
	case resource == "services":
		return constraint == "services.loadbalancers" || constraint == "services.nodeports"
	}
	return false
}

// usage adds to used what an object uses of a constraint.
func usage(o cache.Object, resourceName, constraint string, used *resource.Quantity) {
	switch {
	case resourceName == "pods" && !isActive(o):
	case constraint == resourceName || strings.HasPrefix(constraint, "count/"):
		used.Add(*resource.NewQuantity(1, resource.DecimalSI))
	case constraint == "services.loadbalancers":
		if serviceType(o) == "LoadBalancer" {
			used.Add(*resource.NewQuantity(1, resource.DecimalSI))
		}
	case constraint == "services.nodeports":
		if t := serviceType(o); t == "NodePort" || t == "LoadBalancer" {
			ports, _, _ := unstructured.NestedSlice(o.Object, "spec", "ports")
			used.Add(*resource.NewQuantity(int64(len(ports)), resource.DecimalSI))
		}
	default:
		addContainers(o, constraint, used)
	}
}

// addContainers adds the requests, or the limits, of a Pod's containers.
func addContainers(pod cache.Object, constraint string, used *resource.Quantity) {
	part, name := "requests", strings.TrimPrefix(constraint, "requests.")
	if rest, ok := strings.CutPrefix(constraint, "limits."); ok {
		part, name = "limits", rest
	}
	containers, _, _ := unstructured.NestedSlice(pod.Object, "spec", "containers")
	for _, c := range containers {
		container, _ := c.(map[string]any)
		if q, ok := quantityAt(container, "resources", part, name); ok {
			used.Add(q)
		}
	}
}

func quantityAt(m map[string]any, path ...string) (resource.Quantity, bool) {
	v, found, _ := unstructured.NestedFieldNoCopy(m, path...)
	if !found {
		return resource.Quantity{}, false
	}
	q, err := resource.ParseQuantity(textOf(v))
	return q, err == nil
}

func serviceType(o cache.Object) string { return textAt(o, "spec", "type") }
