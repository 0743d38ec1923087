/** Props of the controls that choose one of several options. */
export interface OptionsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly {
    readonly value: V;
    readonly text: string;
    readonly disabled?: boolean | undefined;
  }[];
  readonly disabled?: boolean;
  readonly onChoose: (value: V) => void;
}
