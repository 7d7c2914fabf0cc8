import { redirect } from 'next/navigation';
import { urls } from '#lib/urls.ts';

export default function Home(): never {
  redirect(urls.catalog());
}
