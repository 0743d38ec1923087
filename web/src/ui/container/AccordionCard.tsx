import type { ComponentProps } from 'react';
import { Accordion } from './Accordion.tsx';
import styles from './Accordion.module.css';
import { Card } from './Card.tsx';

/** A card whose whole content is an accordion: below 1024 px it is as high as the header while it is closed. */
export function AccordionCard(props: ComponentProps<typeof Accordion>) {
  return (
    <Card className={styles['card']}>
      <Accordion {...props} />
    </Card>
  );
}
