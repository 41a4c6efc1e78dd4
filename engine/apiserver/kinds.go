package apiserver

import "k8s.io/apimachinery/pkg/runtime/schema"

// builtin are the resources of a cluster without any extensions.
var builtin = []Resource{
	{"", "v1", "bindings", "Binding", true, false, anyField},
	{"", "v1", "componentstatuses", "ComponentStatus", false, false, anyField},
	{"", "v1", "configmaps", "ConfigMap", true, false, anyField},
	{"", "v1", "endpoints", "Endpoints", true, false, anyField},
	{"", "v1", "events", "Event", true, false, anyField},
	{"", "v1", "limitranges", "LimitRange", true, false, anyField},
	{"", "v1", "namespaces", "Namespace", false, true, anyField},
	{"", "v1", "nodes", "Node", false, true, anyField},
	{"", "v1", "persistentvolumeclaims", "PersistentVolumeClaim", true, true, anyField},
	{"", "v1", "persistentvolumes", "PersistentVolume", false, true, anyField},
	{"", "v1", "pods", "Pod", true, true, anyField},
	{"", "v1", "podtemplates", "PodTemplate", true, false, anyField},
	{"", "v1", "replicationcontrollers", "ReplicationController", true, true, anyField},
	{"", "v1", "resourcequotas", "ResourceQuota", true, true, anyField},
	{"", "v1", "secrets", "Secret", true, false, anyField},
	{"", "v1", "serviceaccounts", "ServiceAccount", true, false, anyField},
	{"", "v1", "services", "Service", true, true, anyField},
	{"admissionregistration.k8s.io", "v1", "mutatingwebhookconfigurations", "MutatingWebhookConfiguration", false, false, anyField},
	{"admissionregistration.k8s.io", "v1", "validatingadmissionpolicies", "ValidatingAdmissionPolicy", false, true, anyField},
	{"admissionregistration.k8s.io", "v1", "validatingadmissionpolicybindings", "ValidatingAdmissionPolicyBinding", false, false, anyField},
	{"admissionregistration.k8s.io", "v1", "validatingwebhookconfigurations", "ValidatingWebhookConfiguration", false, false, anyField},
	{crdGroup, "v1", crdResource, "CustomResourceDefinition", false, true, anyField},
	{"apiregistration.k8s.io", "v1", "apiservices", "APIService", false, true, anyField},
	{"apps", "v1", "controllerrevisions", "ControllerRevision", true, false, anyField},
	{"apps", "v1", "daemonsets", "DaemonSet", true, true, anyField},
	{"apps", "v1", "deployments", "Deployment", true, true, anyField},
	{"apps", "v1", "replicasets", "ReplicaSet", true, true, anyField},
	{"apps", "v1", "statefulsets", "StatefulSet", true, true, anyField},
	{"autoscaling", "v2", "horizontalpodautoscalers", "HorizontalPodAutoscaler", true, true, anyField},
	{"batch", "v1", "cronjobs", "CronJob", true, true, anyField},
	{"batch", "v1", "jobs", "Job", true, true, anyField},
	{"certificates.k8s.io", "v1", "certificatesigningrequests", "CertificateSigningRequest", false, true, anyField},
	{"coordination.k8s.io", "v1", "leases", "Lease", true, false, anyField},
	{"discovery.k8s.io", "v1", "endpointslices", "EndpointSlice", true, false, anyField},
	{"events.k8s.io", "v1", "events", "Event", true, false, anyField},
	{"flowcontrol.apiserver.k8s.io", "v1", "flowschemas", "FlowSchema", false, true, anyField},
	{"flowcontrol.apiserver.k8s.io", "v1", "prioritylevelconfigurations", "PriorityLevelConfiguration", false, true, anyField},
	{"networking.k8s.io", "v1", "ingressclasses", "IngressClass", false, false, anyField},
	{"networking.k8s.io", "v1", "ingresses", "Ingress", true, true, anyField},
	{"networking.k8s.io", "v1", "networkpolicies", "NetworkPolicy", true, false, anyField},
	{"node.k8s.io", "v1", "runtimeclasses", "RuntimeClass", false, false, anyField},
	{"policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true, true, anyField},
	{rbacGroup, "v1", "clusterrolebindings", "ClusterRoleBinding", false, false, anyField},
	{rbacGroup, "v1", "clusterroles", "ClusterRole", false, false, anyField},
	{rbacGroup, "v1", "rolebindings", "RoleBinding", true, false, anyField},
	{rbacGroup, "v1", "roles", "Role", true, false, anyField},
	{"resource.k8s.io", "v1", "deviceclasses", "DeviceClass", false, false, anyField},
	{"resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", true, true, anyField},
	{"resource.k8s.io", "v1", "resourceclaimtemplates", "ResourceClaimTemplate", true, false, anyField},
	{"resource.k8s.io", "v1", "resourceslices", "ResourceSlice", false, false, anyField},
	{"scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false, false, anyField},
	{"storage.k8s.io", "v1", "csidrivers", "CSIDriver", false, false, anyField},
	{"storage.k8s.io", "v1", "csinodes", "CSINode", false, false, anyField},
	{"storage.k8s.io", "v1", "csistoragecapacities", "CSIStorageCapacity", true, false, anyField},
	{"storage.k8s.io", "v1", "storageclasses", "StorageClass", false, false, anyField},
	{"storage.k8s.io", "v1", "volumeattachments", "VolumeAttachment", false, true, anyField},
}

const (
	crdGroup    = "apiextensions.k8s.io"
	crdResource = "customresourcedefinitions"
	rbacGroup   = "rbac.authorization.k8s.io"
)

// The built-in resources by name, by kind, and by plural alone, where the
// first in the table wins.
var (
	builtinByName   = map[schema.GroupResource]Resource{}
	builtinByKind   = map[schema.GroupKind]Resource{}
	builtinByPlural = map[string]Resource{}
)

func init() {
	for _, r := range builtin {
		builtinByName[r.GroupResource()] = r
		builtinByKind[schema.GroupKind{Group: r.Group, Kind: r.Kind}] = r
		if _, taken := builtinByPlural[r.Resource]; !taken {
			builtinByPlural[r.Resource] = r
		}
	}
}
