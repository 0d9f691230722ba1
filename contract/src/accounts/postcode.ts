import { changedText, optionalText, requiredText } from '../kit/text.ts';
import { rule } from '../kit/validation.ts';

/** Section 9: as many letters and digits; spaces and dashes between them do not count, so that `SW1A 1AA` is one. */
export const postcodeCharacters = 7;

const isPostcode = (text: string) =>
  text.length <= 2 * postcodeCharacters && text.replace(/[\s-]/g, '').length <= postcodeCharacters;
const tooLong = rule('ra.validation.maxLength', { max: postcodeCharacters });
/** Beyond every postcode; the rule above says what is too long. */
const mostCharacters = 255;

export const requiredPostcode = () => requiredText(mostCharacters).refine(isPostcode, tooLong);

/** Empty or missing is null. */
export const optionalPostcode = () =>
  optionalText(mostCharacters).refine((text) => text === null || isPostcode(text), tooLong);

/** In an update: missing leaves the value unchanged, empty or null removes it. */
export const changedPostcode = () => changedText(mostCharacters).refine((text) => !text || isPostcode(text), tooLong);
