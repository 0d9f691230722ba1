// The texts of one language, made by `oneLanguage` in `vite.config.ts`. Only these files are imported so: what else
// asked for the texts of one language would load them for readers of the other.
declare module '*/gateMessages.ts?only=en' {
  export const en: readonly import('./tree.ts').Tree[];
}
declare module '*/gateMessages.ts?only=fr' {
  export const fr: readonly import('./tree.ts').Tree[];
}
declare module '*/allMessages.ts?only=en' {
  export const en: readonly import('./tree.ts').Tree[];
}
declare module '*/allMessages.ts?only=fr' {
  export const fr: readonly import('./tree.ts').Tree[];
}
