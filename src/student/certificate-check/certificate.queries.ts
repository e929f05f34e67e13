import { queryOptions } from '@tanstack/react-query';
import { type CheckedCertificate, checkCertificate, isCertificateNumber } from '../../../contract/certificates.ts';
import { apiOf } from '../../lib/api.ts';
import { isRefusal } from '../../lib/refusals.ts';

export const certificateQueries = {
  /** The certificate with this number; null if the academy has issued none with it. @throws ApiError */
  check: (number: string) =>
    queryOptions({
      queryKey: ['certificate', number],
      async queryFn({ client, signal }): Promise<CheckedCertificate | null> {
        if (!isCertificateNumber(number)) return null;
        try {
          return (await apiOf(client).call(checkCertificate, { params: { number } }, { signal })).data;
        } catch (error) {
          if (isRefusal(error, checkCertificate, 'NOT_FOUND')) return null;
          throw error;
        }
      },
    }),
};
