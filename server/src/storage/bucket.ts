import { randomUUID } from 'node:crypto';
import { pipeline, type Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type BucketPlace, StartRefused } from '../base/config.ts';
import type { Storage } from '../kit/storage.ts';
import { checkName } from './checkName.ts';
import { fullOr } from './full.ts';
import { hashing } from './hashing.ts';
import { sourceOf } from './source.ts';

/**
 * Credentials are read in the usual way of S3 programs: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the computer's
 * role.
 */
export async function openBucket({ bucket, region, endpoint, prefix }: BucketPlace): Promise<Storage> {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
    maxAttempts: 3,
  });
  const at = (name: string) => ({ Bucket: bucket, Key: `${prefix}${checkName(name)}` });
  const storage: Storage = {
    where: `s3://${bucket}/${prefix}`,
    put: async (name, content) => {
      const { stream, result } = hashing();
      const source = sourceOf(content);
      // The end of either one ends the other: with a source that is only closed, the upload would wait for ever.
      const Body = pipeline(source, stream, () => undefined);
      try {
        // An object appears when its last part has arrived; the parts of an interrupted upload are deleted.
        const upload = new Upload({ client, params: { ...at(name), Body }, queueSize: 2, leavePartsOnError: false });
        await upload.done();
      } catch (error) {
        source.destroy();
        throw fullOr(error);
      }
      return result();
    },
    read: async (name, range) => {
      const Range = range ? `bytes=${range.start}-${range.end}` : undefined;
      const answer = await client.send(new GetObjectCommand({ ...at(name), Range })).catch(missing);
      return answer ? (answer.Body as Readable) : null;
    },
    stat: async (name) => {
      const answer = await client.send(new HeadObjectCommand(at(name))).catch(missing);
      return answer ? { sizeBytes: answer.ContentLength ?? 0, changedAt: answer.LastModified ?? new Date() } : null;
    },
    delete: async (name) => {
      await client.send(new DeleteObjectCommand(at(name))).catch(missing);
    },
    list: (folder) => listBucket(client, bucket, `${prefix}${folder}/`, prefix.length),
    close: async () => client.destroy(),
  };
  await check(client, bucket, `${prefix}probe/${randomUUID()}`);
  return storage;
}

async function* listBucket(
  client: S3Client,
  bucket: string,
  prefix: string,
  from: number,
): ReturnType<Storage['list']> {
  let token: string | undefined;
  do {
    const answer = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken: token }),
    );
    yield (answer.Contents ?? []).map(({ Key = '', Size = 0, LastModified = new Date() }) => ({
      name: Key.slice(from),
      sizeBytes: Size,
      changedAt: LastModified,
    }));
    token = answer.NextContinuationToken;
  } while (token);
}

function missing(error: { name?: string; $metadata?: { httpStatusCode?: number } }): null {
  if (error.name === 'NoSuchKey' || error.name === 'NotFound' || error.$metadata?.httpStatusCode === 404) return null;
  throw error;
}

/**
 * Writing and deleting are tried at the start, so that a missing permission is reported then and not at the first
 * picture.
 */
async function check(client: S3Client, bucket: string, Key: string): Promise<void> {
  try {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'Fournil' }));
    await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
  } catch (error) {
    client.destroy();
    const { name, message } = error as Error;
    throw new StartRefused(
      `The bucket ${bucket} cannot be written (${name}: ${message.split('\n')[0]}): check STORAGE_URL and the AWS_… settings.`,
    );
  }
}
