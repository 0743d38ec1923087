/** What every control that chooses one of several has. */
export interface OptionsProps<V extends string> {
  readonly label: string;
  /** The label is for screen readers only. */
  readonly quiet?: boolean;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly text: string }[];
  readonly disabled?: boolean;
  readonly onChoose: (value: V) => void;
}
