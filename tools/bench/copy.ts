import type { Client, Connection } from 'pg';

/** `copy … from stdin` of one text, as PostgreSQL's own clients send it. */
export const copyInto = (client: Client, statement: string, text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let failure: Error | null = null;
    client.query({
      submit: (connection: Connection) => connection.query(statement),
      handleCopyInResponse: (
        connection: Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void },
      ) => {
        connection.sendCopyFromChunk(Buffer.from(text));
        connection.endCopyFrom();
      },
      handleError: (error: Error) => {
        failure = error;
        reject(error);
      },
      handleCommandComplete: () => {},
      handleRowDescription: () => {},
      handleDataRow: () => {},
      handlePortalSuspended: () => {},
      handleEmptyQuery: () => {},
      handleReadyForQuery: () => {
        if (!failure) resolve();
      },
    } as never);
  });
