import { z } from 'zod';
import { defineEndpoints, operatorCall } from '../endpoint.ts';
import { CheckedImport, ImportKind, ImportStatus } from '../entities/import.ts';

export const operatorImport = defineEndpoints({
  upload: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/import',
    summary:
      'Upload a CSV file of homes, people, devices or enrolments and say what it would change; nothing is changed',
    budget: 'write',
    repeat: 'new-effect',
    query: z.object({
      kind: ImportKind,
      full: z
        .enum(['true', 'false'])
        .default('false')
        .meta({ description: 'the file names all homes; those that are missing are counted' }),
    }),
    upload: 'text/csv',
    response: CheckedImport,
    status: 201,
    errors: [...operatorCall.errors, 'import_running', 'import_unreadable'],
  },
  get: {
    ...operatorCall,
    method: 'GET',
    path: '/operator/import/{importId}',
    summary: 'How far an import is, and how many lines do what',
    budget: 'read',
    repeat: 'safe',
    response: ImportStatus,
  },
  apply: {
    ...operatorCall,
    method: 'POST',
    path: '/operator/import/{importId}/apply',
    summary:
      'Write what a checked file changes, compared with what is stored by then; a second time nothing changes',
    budget: 'write',
    repeat: 'same-result',
    body: z.strictObject({ confirmMoved: z.boolean().optional(), confirmMissing: z.boolean().optional() }),
    response: ImportStatus,
    status: 202,
    errors: [
      ...operatorCall.errors,
      'import_running',
      'import_not_checked',
      'import_confirm_moved',
      'import_confirm_missing',
    ],
  },
  report: {
    ...operatorCall,
    method: 'GET',
    path: '/operator/import/{importId}/report',
    summary: 'What becomes of every line that is not unchanged, as CSV',
    budget: 'read',
    repeat: 'safe',
    response: z.string(),
    file: 'text/csv',
  },
});
