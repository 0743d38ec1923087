import type { Endpoints } from '#contract/endpoints/index.ts';
import type { RootDb } from '../db/connection.ts';
import type { HandlersFor } from '../http/handler.ts';
import type { Clock } from '../lib/clock/clock.ts';
import type { Random } from '../lib/secrets/random.ts';
import {
  changeMessage,
  deleteMessage,
  listMessages,
  readMessages,
  restoreMessage,
  writeMessage,
} from '../messages/message-center.ts';

interface Deps {
  readonly db: RootDb;
  readonly clock: Clock;
  readonly random: Random;
}

export const messageRoutes = (deps: Deps) =>
  ({
    list: ({ scope, params, query }) => listMessages(deps, scope, params.houseId, query),

    change: ({ scope, params, body }) => changeMessage(deps, scope, params, body),

    readAll: ({ scope, params, body }) => readMessages(deps, scope, params.houseId, new Date(body.until)),

    delete: ({ scope, params }) => deleteMessage(deps, scope, params),

    restore: ({ scope, params }) => restoreMessage(deps, scope, params),

    write: ({ scope, params, body, caller }) =>
      writeMessage(
        deps,
        scope,
        { ...params, ...body, parentMessageId: null, language: caller.language },
        caller.header('Idempotency-Key'),
      ),

    reply: ({ scope, params, body, caller }) =>
      writeMessage(
        deps,
        scope,
        { ...params, ...body, subject: '', language: caller.language },
        caller.header('Idempotency-Key'),
      ),
  }) satisfies HandlersFor<Endpoints['messages']>;
