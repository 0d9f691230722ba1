import { modelByCode } from '@fournil/contract/machines/catalogue';

export function modelNames(codes: readonly string[]): string {
  return codes.map((code) => modelByCode(code)?.name ?? code).join(', ');
}
