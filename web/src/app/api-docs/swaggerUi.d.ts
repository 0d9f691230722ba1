declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface Call {
    url: string;
    headers: Record<string, string>;
  }
  interface Options {
    url: string;
    dom_id: string;
    deepLinking: boolean;
    defaultModelsExpandDepth: number;
    docExpansion: 'list' | 'none';
    filter: boolean;
    persistAuthorization: boolean;
    tryItOutEnabled: boolean;
    validatorUrl: null;
    requestInterceptor: (call: Call) => Call;
  }
  const swaggerUi: (options: Options) => unknown;
  // biome-ignore lint/style/noDefaultExport: the library has one
  export default swaggerUi;
}
