import { useMemo, useRef } from 'react';
import type { Message } from '#contract/entities/message.ts';
import { useT } from '#web/lib/language/i18n.ts';
import { MessageRow } from './MessageRow.tsx';
import styles from './MessageList.module.css';
import { folderWith } from '../folders.ts';
import type { Folder } from '../folders.ts';
import type { RowHeights } from './row-heights.ts';
import type { Section } from './row-window.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import type { ListPosition } from './virtual-rows.ts';

interface Props {
  readonly list: readonly Message[];
  readonly folder: Folder;
  /** The rows are found by a search in all folders. */
  readonly isSearch: boolean;
  readonly openId: string | null;
  readonly hasMenus: boolean;
  readonly heights: RowHeights;
  readonly position: ListPosition;
}

/** The place of rows that are not drawn, with a way on for those who read the page without scrolling it. */
function Gap({
  section,
  count,
  onGo,
}: {
  readonly section: Section;
  readonly count: number;
  readonly onGo: (index: number) => void;
}) {
  const t = useT();
  const { from, to, height } = section;
  const isFirst = from === 0;
  const nearest = isFirst ? to - 1 : from;
  return (
    <li className={`${styles['gap']} ${isFirst ? styles['first'] : ''}`} style={{ blockSize: `${height}px` }}>
      <button type="button" tabIndex={-1} className="visually-hidden" onClick={() => onGo(nearest)}>
        {t('messages.goTo', { n: nearest + 1, all: count })}
      </button>
    </li>
  );
}

/** Of a list of thousands only the rows in sight and some around them are drawn. */
export function MessageList({ list, folder, isSearch, openId, hasMenus, heights, position }: Props) {
  const t = useT();
  const rows = useRef<HTMLUListElement>(null);
  const ids = useMemo(() => list.map(({ uuid }) => uuid), [list]);
  const { sections, focusRow } = useVirtualRows(rows, ids, heights, position);
  return (
    <>
      <ul ref={rows} className={styles['list']}>
        {/* In one array: a row that gets into another section must stay the same element, or it would lose the focus. */}
        {sections.flatMap((section) =>
          section.isDrawn
            ? list
                .slice(section.from, section.to)
                .map((message, index) => (
                  <MessageRow
                    key={message.uuid}
                    message={message}
                    folder={isSearch ? folderWith(message) : folder}
                    isOpen={message.uuid === openId}
                    hasMenu={hasMenus}
                    position={section.from + index + 1}
                    count={list.length}
                  />
                ))
            : [
                <Gap
                  key={`before ${ids[section.to]}`}
                  section={section}
                  count={list.length}
                  onGo={focusRow}
                />,
              ],
        )}
      </ul>
      <p className={styles['count']} role="status">
        {t(isSearch ? 'messages.found' : 'messages.count', { n: list.length })}
      </p>
    </>
  );
}
