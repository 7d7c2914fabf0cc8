// Reads and renders the templates of a file of JSON lines with Go's own engine, as often as it is told, and prints what one
// pass over all of them took: the other side of `npm run bench -- kudo`.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"text/template"
	"time"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v2"
)

type job struct {
	Name     string
	Template string
	Context  map[string]interface{}
}

func main() {
	rounds, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	jobs := read(os.Args[1])
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) (string, error) {
		made, err := yaml.Marshal(value)
		return string(made), err
	}
	var reading, rendering time.Duration
	for round := 0; round < rounds; round++ {
		for _, job := range jobs {
			began := time.Now()
			parsed, err := template.New(job.Name).Option("missingkey=error").Funcs(functions).Parse(job.Template)
			if err != nil {
				panic(err)
			}
			reading += time.Since(began)
			began = time.Now()
			if err := parsed.Execute(&bytes.Buffer{}, job.Context); err != nil {
				panic(err)
			}
			rendering += time.Since(began)
		}
	}
	per := func(all time.Duration) float64 { return all.Seconds() * 1000 / float64(rounds) }
	fmt.Printf("{\"readMs\":%f,\"renderMs\":%f}\n", per(reading), per(rendering))
}

func read(path string) []job {
	file, err := os.Open(path)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(make([]byte, 1<<20), 1<<26)
	jobs := []job{}
	for lines.Scan() {
		next := job{}
		if err := json.Unmarshal(lines.Bytes(), &next); err != nil {
			panic(err)
		}
		jobs = append(jobs, next)
	}
	return jobs
}
