import { describe, expect, it } from 'vitest';
import { imageReference, parseImageName, registryUrl } from './reference.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;

describe('names of images', () => {
  it.each([
    ['busybox', 'docker.io/library/busybox:latest', 'https://registry-1.docker.io'],
    ['index.docker.io/a/b:1', 'docker.io/a/b:1', 'https://registry-1.docker.io'],
    ['quay.io/a/b/c', 'quay.io/a/b/c:latest', 'https://quay.io'],
    ['Quay.IO/a/b:v1', 'quay.io/a/b:v1', 'https://quay.io'],
    [`quay.io/a/b:v1@${DIGEST}`, `quay.io/a/b@${DIGEST}`, 'https://quay.io'],
    ['localhost/a:1', 'localhost/a:1', 'http://localhost'],
    ['127.0.0.1:5000/a/b:1', '127.0.0.1:5000/a/b:1', 'http://127.0.0.1:5000'],
    ['[::1]:5000/a:1', '[::1]:5000/a:1', 'http://[::1]:5000'],
    ['plain.example:5000/a:1', 'plain.example:5000/a:1', 'http://plain.example:5000'],
    ['plain.example/a:1', 'plain.example/a:1', 'https://plain.example'],
    ['127.0.0.1.example/a:1', '127.0.0.1.example/a:1', 'https://127.0.0.1.example'],
  ])('%s', (text, name, url) => {
    const image = parseImageName(text);
    expect(imageReference(image)).toBe(name);
    expect(registryUrl(image, ['plain.example:5000'])).toBe(url);
  });

  it.each([
    '',
    'https://quay.io/a',
    'quay.io/A:1',
    'quay.io/a@sha256:1',
    'quay.io/../a',
    `quay.io/a@md5:${'a'.repeat(32)}`,
  ])('refuses %j', (text) => {
    expect(() => parseImageName(text)).toThrow(/is no name of an image/);
  });
});
