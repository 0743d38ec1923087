import type { Endpoints } from '#contract/endpoints/index.ts';
import type { HandlersFor } from '../http/handler.ts';
import { dryRunMessage, sendMessage } from '../messages/broadcast.ts';
import type { OperatorMessageDeps } from '../messages/broadcast.ts';
import { answerInquiry, readInbox } from '../messages/inquiries.ts';

export const operatorMessageRoutes = (deps: OperatorMessageDeps) =>
  ({
    dryRun: ({ scope, body }) => dryRunMessage(deps, scope, body),

    send: ({ scope, body, caller }) => sendMessage(deps, scope, body, caller.header('Idempotency-Key')),

    inbox: ({ scope, query }) => readInbox(deps, scope, query.before),

    answer: ({ scope, params, body, caller }) =>
      answerInquiry(deps, scope, params.inquiryId, body.html, caller.header('Idempotency-Key')),
  }) satisfies HandlersFor<Endpoints['operatorMessages']>;
