import createCache from '@emotion/cache';

/** The library's style elements carry the nonce that the server wrote into the page. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce;
export const styleCache = createCache({ key: 'css', prepend: true, ...(nonce ? { nonce } : {}) });
