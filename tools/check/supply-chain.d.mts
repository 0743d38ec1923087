export function inspect(root: string): { readonly faults: string[]; readonly count: number };
