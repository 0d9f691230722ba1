declare module '@20minutes/s3rver' {
  // biome-ignore lint/style/noDefaultExport: the package has one.
  export default class S3rver {
    constructor(options: object);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
