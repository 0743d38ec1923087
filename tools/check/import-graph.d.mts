export interface Import {
  readonly from: string;
  readonly to: string;
  readonly typeOnly: boolean;
}
export interface ImportGraph {
  readonly files: readonly string[];
  readonly imports: readonly Import[];
}
export function readImports(root: string): Promise<ImportGraph>;
export function faultsIn(graph: ImportGraph): string[];
