import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';
import { MarketingMessage } from '../entities/marketing.ts';

export const marketing = defineEndpoints({
  list: {
    method: 'GET',
    path: '/house/{houseId}/marketing/in-app',
    summary:
      'What the provider offers the home now and the person has not dismissed, newest first; empty where marketing is off',
    access: 'house',
    budget: 'read',
    repeat: 'safe',
    response: z.array(MarketingMessage),
  },
  dismiss: {
    method: 'DELETE',
    path: '/house/{houseId}/marketing/in-app/{marketingId}',
    summary: 'The person does not want to see the message again, in any browser',
    access: 'house',
    budget: 'write',
    repeat: 'same-result',
    response: null,
  },
});
