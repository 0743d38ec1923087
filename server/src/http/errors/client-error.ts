import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '#contract/errors.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { BASE_LANGUAGE } from '#domain/text/base-language.ts';
import { AppError } from '../../lib/app-error.ts';
import { translatorFor } from '../../lib/text/i18n.ts';
import { PROBLEM_TYPE } from './answer-error.ts';
import { toProblem } from './problem.ts';

/** Codes of Node for what cannot be read as a request. */
const CODE_OF_NODE: Readonly<Record<string, ErrorCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers what is not even a request, then closes the connection. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const code = CODE_OF_NODE[error.code ?? ''] ?? 'bad_request';
  const { status } = errors[code];
  const body = JSON.stringify(toProblem(new AppError(code), translatorFor(BASE_LANGUAGE)));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    `Content-Type: ${PROBLEM_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
};
