import { useT } from '#web/lib/language/i18n.ts';
import { Button } from '../form/Button.tsx';

interface Props {
  /** Of what the table is another form. */
  readonly title: string;
  readonly asTable: boolean;
  readonly onChange: (asTable: boolean) => void;
}

/** Shows and hides the table of a drawing. */
export function TableToggle({ title, asTable, onChange }: Props) {
  const t = useT();
  const words = t(asTable ? 'plot.table.hide' : 'plot.table.show');
  return (
    <Button
      look="quiet"
      aria-expanded={asTable}
      aria-label={`${title}: ${words}`}
      onClick={() => onChange(!asTable)}
    >
      {words}
    </Button>
  );
}
