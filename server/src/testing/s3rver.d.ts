declare module '@20minutes/s3rver' {
  // biome-ignore lint/style/noDefaultExport: so it is.
  export default class S3rver {
    constructor(options: object);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
