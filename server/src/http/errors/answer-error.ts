import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '#contract/errors.ts';
import type { Clock } from '../../lib/clock/clock.ts';
import { translatorFor, preferredLanguage } from '../../lib/text/i18n.ts';
import { createFailureLog } from './failure-log.ts';
import { asAppError, toProblem } from './problem.ts';

export const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

export type AnswerError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** The client closed its connection before its body had arrived: the error that follows says nothing about the database. */
const hasClientLeft = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

/** Answers any error as a problem of the contract, worded in the caller's language. */
export const createAnswerError = (clock: Clock, onFailure: (thrown: unknown) => void): AnswerError => {
  const logFailure = createFailureLog(clock);
  return (thrown, request, reply) => {
    const error = asAppError(thrown);
    const { status } = errors[error.code];
    if (!hasClientLeft(request)) {
      logFailure(request.log, error);
      onFailure(thrown);
    }
    if (error.extras.retryAfterSeconds) void reply.header('retry-after', error.extras.retryAfterSeconds);
    // The rest of the body may never come.
    if (error.code === 'request_timeout') void reply.header('connection', 'close');
    const t = translatorFor(preferredLanguage(request.headers['accept-language']));
    return reply
      .code(status)
      .type(PROBLEM_TYPE)
      .send(JSON.stringify(toProblem(error, t)));
  };
};
